import type { Browser, BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { write } from './support/database.ts'
import type { Product } from './support/product.ts'
import { expect, fitsWidth, looks, seriousFindings, test, toastOf, watchConsole } from './support/test.ts'
import { component, topologyRows, withoutTopology } from './support/topology.ts'

test.use({ startsAtChecks: false })

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Shares a component through its dialog. @returns its link */
async function share(page: Page, name: string, parts: readonly RegExp[]): Promise<string> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: `Share ${name}` })
  for (const part of parts) await dialog.getByRole('checkbox', { name: part }).click()
  await dialog.getByRole('button', { name: 'Share with a link' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toBeFocused()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  return link
}

/** A browser of a visitor: nobody is signed in there. */
async function visitor(
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  return { context, page, complaints: watchConsole(page) }
}

/** Asks for the view again at once, as when the page becomes visible. */
const refresh = (page: Page) => page.evaluate("window.dispatchEvent(new Event('online'))")

test.describe('the public view', () => {
  test.beforeEach(async ({ page, product }) => {
    await write(product, topologyRows)
    await page.goto(`${product.url}/topology/${component.shop}`)
    await expect(card(page, 'orders database')).toContainText('Unhealthy')
  })
  test.afterEach(({ product }) => write(product, withoutTopology))

  test('is opened with a link and without an account, and loads nothing else [VIEW-001, VIEW-004, FLAG-014]', async ({
    page,
    browser,
  }) => {
    const link = await share(page, 'shop', [])
    const wall = await visitor(browser)
    const requests: string[] = []
    wall.page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const answered = wall.page.waitForRequest(/\/api\/view\//)
    const opened = await wall.page.goto(link)
    expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
    await expect(title(wall.page, 'shop')).toBeVisible()
    await expect(card(wall.page, 'orders database')).toContainText('Unhealthy')
    await expect(card(wall.page, 'web')).toBeVisible()
    await expect(wall.page.getByText(/^Updated \d+s ago$/)).toBeVisible()
    // Only names and health were shared.
    await expect(wall.page.getByText('connection refused')).toHaveCount(0)
    await expect(wall.page.getByText('1.24.3')).toHaveCount(0)
    // Nothing is there to press, and nothing was asked for but the view and its files.
    await expect(wall.page.getByRole('button')).toHaveCount(0)
    await expect(wall.page.getByRole('link')).toHaveCount(0)
    const request = await answered
    const key = new URL(link).hash.slice('#key='.length)
    expect(request.url()).not.toContain(key)
    expect(await request.headerValue('cookie')).toBeNull()
    expect(await request.headerValue('referer')).toBeNull()
    expect(requests.filter((path) => path.startsWith('/api') && !path.startsWith('/api/view/'))).toEqual([])
    expect(requests.filter((path) => path.startsWith('/assets/') && path.endsWith('.js'))).toHaveLength(1)
    expect(await wall.context.cookies()).toEqual([])
    expect(wall.complaints).toEqual([])
    await wall.context.close()
  })

  test('takes a size and a theme, and says what is not found [VIEW-002, VIEW-003]', async ({
    page,
    browser,
    product,
  }) => {
    const link = await share(page, 'shop', [/^Types and properties/, /^Statuses and messages/])
    const wall = await visitor(browser)
    await wall.page.setViewportSize({ width: 1440, height: 900 })
    const columns = async (size: string) => {
      await wall.page.goto(link.replace('#', `?size=${size}#`))
      await expect(card(wall.page, 'web')).toContainText('1.24.3')
      return wall.page
        .getByRole('list', { name: 'Components', exact: true })
        .evaluate((list) => list.style.gridTemplateColumns)
    }
    for (const [size, width] of Object.entries({
      small: 198,
      medium: 258,
      large: 356,
      extra_large: 554,
      odd: 356,
    }))
      expect(await columns(size)).toContain(`min(${width}px`)
    await expect(card(wall.page, 'orders database')).toContainText('connection refused')
    await wall.page.goto(link.replace('#', '?theme=dark#'))
    await expect(wall.page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const { hash } = new URL(link)
    for (const address of [
      `/view/topology/${component.mail}${hash}`,
      `/view/topology/${component.shop}#key=wrong`,
      `/view/topology/${component.shop}`,
      '/view/topology/nonsense',
    ]) {
      await wall.page.goto('about:blank')
      await wall.page.goto(product.url + address)
      await expect(title(wall.page, 'Component not found')).toBeVisible()
    }
    await wall.context.close()
  })

  test('refreshes itself, says when it is stale, and comes back', async ({ page, browser }) => {
    const link = await share(page, 'shop', [])
    const wall = await visitor(browser)
    await wall.page.clock.install()
    await wall.page.goto(link)
    await expect(title(wall.page, 'shop')).toBeVisible()
    await wall.page.route('**/api/view/**', (route) => route.abort())
    await wall.page.clock.runFor(6_000)
    await expect(wall.page.getByText(/^Reconnecting, updated \d+s ago$/)).toBeVisible()
    await wall.page.clock.runFor(20_000)
    await expect(wall.page.getByRole('alert')).toContainText(/^Stale: the server has not answered for \d+s/)
    await expect(card(wall.page, 'web')).toBeVisible()
    await wall.page.unroute('**/api/view/**')
    // Each request gets the time that it takes, before the clock of the page has it given up.
    await expect(async () => {
      await wall.page.clock.runFor(5_000)
      await expect(wall.page.getByText(/^Updated \d+s ago$/)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(wall.page.getByRole('alert')).toHaveCount(0)
    await wall.context.close()
  })

  test('is found in a list, changed, given another link, and withdrawn', async ({
    page,
    browser,
    product,
  }) => {
    const link = await share(page, 'shop', [])
    const wall = await visitor(browser)
    await wall.page.goto(link)
    await expect(title(wall.page, 'shop')).toBeVisible()

    await page.goto(`${product.url}/settings/topologies`)
    await page.getByRole('tab', { name: 'Shared' }).click()
    await expect(page.getByRole('list', { name: 'Shared components' })).toContainText('shop')
    await page.getByRole('button', { name: 'Change the public view of shop' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share shop' })
    await dialog.getByRole('checkbox', { name: /^Statuses and messages/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page, 'The public view was changed')).toBeVisible()
    await refresh(wall.page)
    await expect(card(wall.page, 'orders database')).toContainText('connection refused')

    await dialog.getByRole('button', { name: 'New link' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new link' }).click()
    const other = dialog.getByRole('textbox', { name: 'Link' })
    await expect(other).not.toHaveValue(link)
    await refresh(wall.page)
    await expect(title(wall.page, 'Component not found')).toBeVisible()
    await expect(card(wall.page, 'web')).toHaveCount(0)

    await wall.page.goto('about:blank')
    await wall.page.goto(await other.inputValue())
    await expect(title(wall.page, 'shop')).toBeVisible()
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(dialog.getByRole('button', { name: 'Share with a link' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('Nothing is shared')).toBeVisible()
    await refresh(wall.page)
    await expect(title(wall.page, 'Component not found')).toBeVisible()
    await wall.context.close()
  })

  test('is readable in every look', async ({ page, browser, product }) => {
    const link = await share(page, 'shop', [/^Types and properties/, /^Statuses and messages/])
    const wall = await visitor(browser)
    for (const { theme, width } of looks) {
      await wall.page.setViewportSize({ width, height: 800 })
      await wall.page.goto('about:blank')
      await wall.page.goto(link.replace('#', `?theme=${theme}#`))
      await expect(card(wall.page, 'orders database')).toBeVisible()
      await expect.poll(() => fitsWidth(wall.page)).toBe(true)
      expect(await seriousFindings(wall.page)).toEqual([])
    }
    await wall.context.close()
    await page.goto(`${product.url}/settings/topologies/shared`)
    await page.getByRole('button', { name: 'Change the public view of shop' }).click()
    await expect(page.getByRole('dialog', { name: 'Share shop' })).toContainText('Last open')
    expect(await seriousFindings(page)).toEqual([])
  })
})

const made = z.object({ id: z.string() })
const tree = z.object({ components: z.array(z.object({ id: z.string(), name: z.string() })) })

/** A topology whose component `web` has the check of a server. */
async function addStore(page: Page, { url }: Product): Promise<{ topology: string; store: string }> {
  const answer = await page.request.post(`${url}/api/topologies`, {
    data: {
      name: 'store',
      text: `schedule: '@every 365d'
type: System
components:
  - name: storefront
    type: Service
    checks:
      - selector: { labelSelector: 'journey=public-view' }
`,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id: topology } = made.parse(await answer.json())
  const known = async () => {
    const { components } = tree.parse(await (await page.request.get(`${url}/api/topology`)).json())
    return components.find(({ name }) => name === 'store')?.id
  }
  await expect.poll(known).toBeDefined()
  return { topology, store: (await known()) ?? '' }
}

test('a target that breaks turns its component, the parent and the public view red, which say why, and green again when it is mended', async ({
  page,
  browser,
  product,
  target,
  writeCanaries,
}) => {
  await writeCanaries(
    'store.yaml',
    `metadata: { name: store, labels: { journey: public-view } }
spec:
  schedule: "@every 1s"
  http:
    - { name: storefront answers, url: "${target.url}/ok" }
`,
  )
  await expect
    .poll(async () =>
      (await page.request.get(`${product.url}/api/db/checks?name=eq.storefront%20answers`)).json(),
    )
    .toHaveLength(1)
  const { topology, store } = await addStore(page, product)
  await page.goto(`${product.url}/topology/${store}`)
  await expect(card(page, 'storefront')).toHaveAttribute('data-health', 'healthy')
  const link = await share(page, 'store', [/^Statuses and messages/])
  const wall = await visitor(browser)
  await wall.page.goto(link)
  await expect(card(wall.page, 'storefront')).toHaveAttribute('data-health', 'healthy')

  const overview = await page.context().newPage()
  await overview.goto(`${product.url}/topology`)
  await expect(card(overview, 'store')).toHaveAttribute('data-health', 'healthy')

  await target.stop()
  for (const [shown, name] of [
    [page, 'storefront'],
    [overview, 'store'],
    [wall.page, 'storefront'],
  ] as const) {
    await expect(card(shown, name)).toHaveAttribute('data-health', 'unhealthy')
    await expect(card(shown, name).getByRole('region', { name: 'Why' })).toContainText(
      /storefront answers.*(?:refused|ECONNREFUSED)/s,
    )
  }
  const why = wall.page.getByRole('main').getByRole('region', { name: 'Why' }).first()
  await expect(why).toContainText(/storefront › storefront answers/)
  await expect(wall.page.getByRole('main')).toContainText('Unhealthy')

  await target.start()
  for (const [shown, name] of [
    [page, 'storefront'],
    [overview, 'store'],
    [wall.page, 'storefront'],
  ] as const)
    await expect(card(shown, name)).toHaveAttribute('data-health', 'healthy')
  await expect(wall.page.getByRole('region', { name: 'Why' })).toHaveCount(0)
  await wall.context.close()
  await overview.close()
  await page.request.delete(`${product.url}/api/topologies/${topology}`)
})
