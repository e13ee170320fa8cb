import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { write } from './support/database.ts'
import { actAs } from './support/frame.ts'
import { withoutChanges } from './support/live.ts'
import { expect, expectLooks, test, toastOf } from './support/test.ts'
import { component, manyComponents, storeTopology, withoutTopology } from './support/topology.ts'

test.use({ startsAtChecks: false })

const cards = (page: Page) => page.getByRole('list', { name: 'Components', exact: true })
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: /^About / })
const section = (page: Page, name: string) =>
  panel(page).getByRole('button', { name: new RegExp(`^${name}`) })

/** Chooses a value of a filter. */
async function filter(page: Page, name: string, value: string): Promise<void> {
  await page
    .getByRole('search')
    .getByRole('combobox', { name: new RegExp(`^${name}`) })
    .click()
  await page.getByRole('option', { name: value, exact: true }).click()
}

test.describe('the topology', () => {
  test.beforeEach(({ page, product }) => storeTopology(page, product))
  test.afterEach(({ product }) => write(product, withoutTopology))

  test('opens once, and stays as it is until the next page is there', async ({ page, product }) => {
    // Changes of the rows above may still come, and would load the tree again.
    await withoutChanges(page)
    await page.goto(`${product.url}/health`)
    await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
    const trees: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname === '/api/topology') trees.push(pathname)
    })
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
    await link('Topology').click()
    await expect(card(page, 'shop')).toBeVisible()
    expect(trees).toHaveLength(1)
    // What the page says from here on, also for a moment.
    await page.evaluate(`
      document.body.dataset.said = ''
      new MutationObserver(() => {
        document.body.dataset.said += document.querySelector('main')?.textContent ?? ''
      }).observe(document.body, { childList: true, subtree: true })
    `)
    await link('Logs').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeVisible()
    expect(await page.evaluate<string>('document.body.dataset.said')).not.toContain('Component not found')
  })

  test('shows components as cards, the most severe first, and why they are not healthy [TOP-001, TOP-002, TOP-039, TOP-040]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/topology`)
    await expect(card(page, 'shop')).toContainText('Unhealthy')
    await expect(cards(page).getByRole('article').first()).toHaveAccessibleName('shop')
    await expect(card(page, 'shop').getByRole('region', { name: 'Why' })).toContainText('orders database')
    await expect(card(page, 'shop').getByRole('region', { name: 'Why' })).toContainText(/for \d+[smh]/)
    await expect(card(page, 'mail')).not.toContainText('Unhealthy')
    // Nothing is below the database, so its line has its own health.
    const summary = card(page, 'shop').getByRole('list', { name: 'Summary' })
    await expect(summary.getByRole('listitem').filter({ hasText: 'orders database' })).toContainText(
      'unhealthy',
    )
    await expect(card(page, 'vault')).toHaveCount(0)
    // Further causes are only looked for on demand.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${product.url}/topology/${component.shop}`)
    await panel(page).getByRole('button', { name: 'Show likely causes' }).click()
    const causes = panel(page).getByRole('list', { name: 'Likely causes' })
    await expect(causes).toContainText('connection refused')
    await expect(causes).toContainText('1 step away: shop contains orders database')
    await expect(causes.getByRole('link', { name: 'orders database' })).toHaveAttribute(
      'href',
      `/topology/${component.database}`,
    )
  })

  test('leads from a card to a component and back, by its path or the way that was taken [TOP-003, TOP-004]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/topology?labels=app%3Dshop%3A1`)
    await card(page, 'shop').getByRole('link', { name: 'shop', exact: true }).click()
    await expect(page).toHaveURL(`${product.url}/topology/${component.shop}?labels=app%3Dshop%3A1`)
    await card(page, 'web').getByRole('link', { name: 'web', exact: true }).click()
    await expect(page).toHaveURL(
      `${product.url}/topology/${component.web}?labels=app%3Dshop%3A1&refererId=${component.shop}`,
    )
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(breadcrumb.getByRole('link')).toHaveText(['Topology', 'shop'])
    await breadcrumb.getByRole('link', { name: 'shop' }).click()
    await expect(page).toHaveURL(`${product.url}/topology/${component.shop}?labels=app%3Dshop%3A1`)

    // Through another component the way is the one that was taken.
    await page.goto(`${product.url}/topology/${component.web}?refererId=${component.mail}`)
    await expect(breadcrumb.getByRole('link')).toHaveText(['Topology', 'mail'])
  })

  test('filters by health, type, team, labels and agent, and the address says by what [TOP-005, TOP-011, TOP-035, TOP-053]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/topology`)
    await expect(card(page, 'mail')).toBeVisible()
    for (const name of ['Health', 'Type', 'Team', 'Agent'])
      await expect(
        page.getByRole('search').getByRole('combobox', { name: new RegExp(`^${name}`) }),
      ).toBeVisible()
    await expect(page.getByRole('search').getByRole('button', { name: /^Labels/ })).toBeVisible()
    await filter(page, 'Health', 'Unhealthy')
    await expect(page).toHaveURL(/status=unhealthy/)
    await expect(card(page, 'mail')).toHaveCount(0)
    await expect(card(page, 'shop')).toBeVisible()
    await filter(page, 'Type', 'Service')
    await expect(page).toHaveURL(/type=Service/)
    await expect(page.getByText('There are no components matching this criteria')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await filter(page, 'Type', 'Service')
    // Whatever level they are of.
    await expect(card(page, 'web')).toBeVisible()
    await expect(card(page, 'mail')).toBeVisible()
  })

  test('keeps the sort, the width of cards and whether hidden components are shown [TOP-007, TOP-008, TOP-042]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/topology`)
    await expect(card(page, 'shop')).toBeVisible()
    await page.getByRole('button', { name: 'Preferences' }).click()
    const slider = page.getByRole('slider', { name: 'Card Width' })
    const shopWidth = async () => (await card(page, 'shop').boundingBox())?.width
    await expect(slider).toHaveValue('554')
    for (const [name, value] of Object.entries({ min: '250', max: '768', step: '2' }))
      await expect(slider).toHaveAttribute(name, value)
    await slider.fill('300')
    await page.getByRole('switch', { name: 'Show hidden components' }).click()
    await page.keyboard.press('Escape')
    await expect(card(page, 'vault')).toContainText('Hidden')
    await expect(page).toHaveURL(/showHiddenComponents=yes/)
    await expect.poll(shopWidth).toBeGreaterThanOrEqual(255)
    await expect.poll(shopWidth).toBeLessThan(400)
    const chosen = await shopWidth()
    await page.getByRole('search').getByRole('combobox', { name: /^Sort/ }).click()
    await page.getByRole('option', { name: 'Name', exact: true }).click()
    await expect(cards(page).getByRole('article').first()).toHaveAccessibleName('mail')

    await page.goto(`${product.url}/topology`)
    await expect(cards(page).getByRole('article').first()).toHaveAccessibleName('mail')
    await expect(card(page, 'vault')).toBeVisible()
    await expect.poll(shopWidth).toBe(chosen)
  })

  test('has a panel about a component, with one section open at a time [TOP-013, TOP-014, HLT-028, TOP-047, TOP-049, TOP-051, RBAC-023]', async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const requests: string[] = []
    page.on('request', (request) =>
      requests.push(decodeURIComponent(new URL(request.url()).pathname + new URL(request.url()).search)),
    )
    await page.goto(`${product.url}/topology/${component.web}`)
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText([
      'Details',
      'Catalog',
      'Changes',
      'Checks',
      'Teams',
      'Insights',
    ])
    await expect(panel(page).getByRole('link', { name: 'shop topology' })).toHaveAttribute(
      'href',
      /^\/settings\/topologies\/[\da-f-]{36}$/,
    )
    await expect(panel(page).getByRole('link', { name: 'Service', exact: true })).toHaveAttribute(
      'href',
      '/topology?type=Service',
    )
    for (const [name, text] of [
      ['Catalog', 'No catalog item belongs to this component.'],
      ['Changes', 'Its catalog items have not changed.'],
      ['Checks', 'No check belongs to this component.'],
      ['Teams', 'This component belongs to no team.'],
      ['Insights', 'There are no insights about its catalog items.'],
    ] as const) {
      await section(page, name).click()
      await expect(panel(page).getByText(text)).toBeVisible()
      await expect(panel(page).getByRole('button', { expanded: true })).toHaveCount(1)
    }
    for (const call of [
      'checks_by_component',
      'team_components',
      'changes_by_component',
      'analysis_by_component',
    ])
      expect(
        requests.some(
          (path) => path.startsWith(`/api/db/${call}?`) && path.includes(`component_id=eq.${component.web}`),
        ),
      ).toBe(true)
    expect(
      requests.some(
        (path) => path.startsWith(`/api/db/components?`) && path.includes(`id=in.(${component.web}`),
      ),
    ).toBe(true)
    // Its width is changed by its edge, and stays.
    await page.getByRole('separator', { name: 'Width of the panel' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('separator', { name: 'Width of the panel' })).toHaveAttribute(
      'aria-valuenow',
      '380',
    )
    await page.reload()
    await expect(page.getByRole('separator', { name: 'Width of the panel' })).toHaveAttribute(
      'aria-valuenow',
      '380',
    )
  })

  test('has no section of a feature that is disabled in its panel, until it is enabled again [FLAG-004]', async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const headings = panel(page).getByRole('heading', { level: 2 })
    await page.goto(`${product.url}/topology/${component.web}`)
    await expect(headings).toContainText(['Catalog', 'Changes', 'Checks', 'Insights'])
    for (const name of ['config.disable', 'health.disable'])
      await page.request.post(`${product.url}/api/db/properties`, { data: { name, value: 'true' } })
    // At once, on a page that is open.
    await expect(headings).toHaveText(['Details', 'Teams'])
    await page.reload()
    await expect(headings).toHaveText(['Details', 'Teams'])
    await page.request.delete(`${product.url}/api/db/properties?name=in.(config.disable,health.disable)`)
    await expect(headings).toContainText(['Catalog', 'Changes', 'Checks', 'Insights'])
  })

  test('links a component to a catalog item, hides deleted items, and says what failed [TOP-015, TOP-022, TOP-023, TOP-024, TOP-025, TOP-026]', async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const config = '0199d003-0000-7000-8000-000000000001'
    const gone = '0199d003-0000-7000-8000-000000000002'
    await write(
      product,
      `insert into core.config_items (id, config_class, type, name) values
         ('${config}', 'Deployment', 'Kubernetes::Deployment', 'web deployment'),
         ('${gone}', 'Deployment', 'Kubernetes::Deployment', 'gone deployment');
       insert into core.config_component_relationships (component_id, config_id, selector_id) values ('${component.web}', '${gone}', 'x');
       update core.config_items set deleted_at = now() where id = '${gone}';`,
    )
    const menu = page.getByRole('main').getByRole('button', { name: 'Actions for web' }).first()
    const dialog = page.getByRole('dialog', { name: 'Link component to catalog' })
    await page.goto(`${product.url}/topology/${component.web}?section=catalog`)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Link to catalog' }).click()
    await expect(dialog.getByRole('button', { name: 'Link', exact: true })).toBeDisabled()
    const found = page.waitForRequest((request) => request.url().includes('name.ilike'))
    await dialog.getByRole('combobox').fill('web depl')
    expect((await found).url()).toContain('limit=50')
    await page.getByRole('option', { name: /web deployment/ }).click()
    await page.route('**/api/db/config_component_relationships', (route) =>
      route.fulfill({ status: 409, json: { message: 'They are linked already' } }),
    )
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await expect(toastOf(page, 'They are linked already')).toBeVisible()
    await page.unroute('**/api/db/config_component_relationships')
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await expect(toastOf(page, 'config link successful')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(panel(page).getByRole('link', { name: 'web deployment' })).toBeVisible()
    await expect(section(page, 'Catalog')).toContainText('1')
    await expect(panel(page).getByText('gone deployment')).toHaveCount(0)
    await panel(page)
      .getByRole('switch', { name: /^Show deleted items/ })
      .click()
    await expect(panel(page).getByText('gone deployment')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Delete the link to web deployment' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(panel(page).getByRole('link', { name: 'web deployment' })).toHaveCount(0)
    await write(product, `delete from core.config_items where id in ('${config}', '${gone}')`)
  })

  test('asks for the time range of a snapshot, which arrives as a zip file, or says that it failed [TOP-027, TOP-028, TOP-029, TOP-030, TOP-031]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/topology/${component.web}`)
    await page.getByRole('main').getByRole('button', { name: 'Actions for web' }).first().click()
    await page.getByRole('menuitem', { name: 'Download snapshot' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download snapshot' })
    await expect(dialog.getByRole('combobox', { name: 'Time range' })).toHaveText('15m')
    await expect(dialog.getByRole('checkbox', { name: 'Include related components' })).not.toBeChecked()
    await page.route('**/api/snapshot/topology/**', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Download' }).click()
    await expect(toastOf(page, 'Error downloading file')).toBeVisible()
    await page.unroute('**/api/snapshot/topology/**')
    const arrives = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const file = await arrives
    expect(file.suggestedFilename()).toBe('web.zip')
    // Every zip file begins with these letters.
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    await expect(dialog).toHaveCount(0)
  })

  test('is read by keyboard: arrows between cards, Enter into one, Backspace to what is above', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/topology`)
    await card(page, 'shop').getByRole('link', { name: 'shop', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(card(page, 'mail').getByRole('link', { name: 'mail', exact: true })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(card(page, 'shop').getByRole('link', { name: 'shop', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/topology/${component.shop}`)
    // A person who came by a key continues at the first card, and returns to the card that was left.
    const database = card(page, 'orders database').getByRole('link', { name: 'orders database', exact: true })
    await expect(database.first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(card(page, 'web').getByRole('link', { name: 'web', exact: true })).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(page).toHaveURL(`${product.url}/topology`)
    await expect(card(page, 'shop').getByRole('link', { name: 'shop', exact: true })).toBeFocused()
  })

  test('is shown as it was, clearly said, and one press leads back to now', async ({ page, product }) => {
    await page.goto(`${product.url}/topology`)
    await expect(card(page, 'shop')).toBeVisible()
    await page.getByRole('button', { name: 'As of' }).click()
    await page.getByRole('button', { name: '1 week ago' }).click()
    await expect(page).toHaveURL(/at=20/)
    await expect(page.getByText(/^This is the topology as it was on .* are the current ones\./)).toBeVisible()
    await expect(card(page, 'shop')).toHaveCount(0)
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect(card(page, 'shop')).toBeVisible()
  })

  test('of a component that does not exist says so', async ({ page, product }) => {
    for (const id of ['0199d000-0000-7000-8000-0000000fffff', 'no-id']) {
      await page.goto(`${product.url}/topology/${id}`)
      await expect(page.getByRole('heading', { name: 'Component not found' })).toBeVisible()
    }
  })

  test('finds components from the palette, and offers a viewer nothing that changes them', async ({
    page,
    product,
  }) => {
    await actAs(page, 'viewer')
    await page.goto(`${product.url}/topology/${component.web}`)
    await page.getByRole('main').getByRole('button', { name: 'Actions for web' }).first().click()
    await expect(page.getByRole('menuitem', { name: 'Download snapshot' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Link to catalog' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    // A menu that still closes would take the focus back.
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('orders data')
    await page.getByRole('option', { name: /orders database/ }).click()
    await expect(page).toHaveURL(`${product.url}/topology/${component.database}`)
  })

  test('opens the palette above an open drawer, which stays open behind it', async ({ page, product }) => {
    await page.setViewportSize({ width: 800, height: 900 })
    await page.goto(`${product.url}/topology/${component.web}`)
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'web' })
    await expect(drawer).toBeVisible()
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('orders data')
    await expect(page.getByRole('option', { name: /orders database/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    await expect(drawer).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('orders data')
    await expect(page.getByRole('option', { name: /orders database/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/topology/${component.database}`)
  })

  test('has no accessibility findings and fits in any look', async ({ page, product }) => {
    for (const path of [
      '/topology',
      `/topology/${component.shop}`,
      '/topology?view=graph',
      '/topology?at=2026-01-01T00:00:00Z',
    ])
      await expectLooks(page, product.url + path, async () => {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText('Loading components')).toHaveCount(0)
      })
  })

  test('shows thousands of cards without an element for each, and keys reach the last [SHELL-025]', async ({
    page,
    product,
  }) => {
    await write(product, manyComponents(2_000))
    await expect
      .poll(async () => (await page.request.get(`${product.url}/api/topology?depth=1`)).text(), {
        timeout: 60_000,
      })
      .toContain('service 02000')
    await page.goto(`${product.url}/topology`)
    await expect(card(page, 'shop')).toBeVisible()
    expect(await cards(page).getByRole('article').count()).toBeLessThan(100)
    await card(page, 'shop').getByRole('link', { name: 'shop', exact: true }).focus()
    await page.keyboard.press('End')
    await expect(page.locator('[data-card]:focus')).toBeVisible()
    await expect(cards(page).locator('[data-item="2001"]')).toBeVisible()
  })
})
