import { write } from './support/database.ts'
import { expect, test } from './support/test.ts'
import { component, storeTopology, withoutTopology } from './support/topology.ts'

test.use({ startsAtChecks: false })

test.describe('the topology', () => {
  test.beforeEach(({ page, product }) => storeTopology(page, product))
  test.afterEach(({ product }) => write(product, withoutTopology))

  test('is drawn as a graph that shows all of a few boxes, also when it gets less room', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/topology?view=graph`)
    const graph = page.getByRole('region', { name: 'Graph of components' })
    await expect(graph.getByRole('link', { name: 'orders database' })).toBeVisible()
    const outside = async () => {
      const frame = await graph.boundingBox()
      const boxes = await Promise.all(
        (await graph.locator('.react-flow__node').all()).map((node) => node.boundingBox()),
      )
      return boxes.filter(
        (box) =>
          box === null ||
          frame === null ||
          box.x < frame.x ||
          box.x + box.width > frame.x + frame.width ||
          box.y + box.height > frame.y + frame.height,
      ).length
    }
    await expect.poll(outside).toBe(0)
    await page.setViewportSize({ width: 500, height: 700 })
    await expect.poll(outside).toBe(0)
  })

  test('is drawn around a component so that names can be read, however little room there is', async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 360, height: 700 })
    await page.goto(`${product.url}/topology/${component.shop}?view=graph`)
    const graph = page.getByRole('region', { name: 'Graph of components' })
    const box = graph.locator('.react-flow__node').filter({ hasText: 'shop' })
    await expect.poll(async () => ((await box.boundingBox())?.width ?? 0) / 232).toBeGreaterThan(0.59)
    await expect(box).toBeInViewport({ ratio: 0.99 })
  })

  test('is drawn as a graph that people arrange, and stays so', async ({ page, product }) => {
    await page.goto(`${product.url}/topology?view=graph`)
    const graph = page.getByRole('region', { name: 'Graph of components' })
    await expect(graph.getByRole('link', { name: 'orders database' })).toBeVisible()
    await expect(page.getByText(/^5 of 5 components$/)).toBeVisible()
    await page.getByRole('switch', { name: 'Only broken' }).click()
    await expect(graph.getByRole('link', { name: 'mail' })).toHaveCount(0)
    await expect(page).toHaveURL(/broken=true/)
    await page.getByRole('switch', { name: 'Only broken' }).click()
    await graph.getByRole('button', { name: 'Hide mail' }).focus()
    await page.keyboard.press('Enter')
    await expect(graph.getByRole('link', { name: 'mail' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Show 1 hidden' })).toBeFocused()
    const web = graph.getByRole('link', { name: 'web', exact: true })
    const node = graph
      .locator('.react-flow__node')
      .filter({ has: page.getByRole('link', { name: 'web', exact: true }) })
    const placed = await node.getAttribute('style')
    await web.focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(node).not.toHaveAttribute('style', placed ?? '')
    await expect(web).toBeFocused()
    const moved = (await node.getAttribute('style')) ?? ''
    await page.reload()
    await expect(web).toBeVisible()
    await expect(node).toHaveAttribute('style', moved)
    await expect(graph.getByRole('link', { name: 'mail' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Show 1 hidden' }).click()
    await expect(graph.getByRole('link', { name: 'mail' })).toBeVisible()
  })
})
