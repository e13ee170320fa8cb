import type { Page } from '@playwright/test'
import { expect, expectLooks, pressLive, rowOf, test } from './support/test.ts'

test.use({ startsAtChecks: false })

/** Two canaries in two namespaces: one with a check of each state, one whose checks pass. */
function canaries(url: string): string {
  return `metadata: { name: shop, namespace: prod, labels: { team: web } }
spec:
  schedule: "@every 365d"
  http:
    - { name: front page, url: "${url}/ok", description: What customers see first, labels: { tier: edge } }
    - { name: checkout, url: "${url}/bad", labels: { tier: edge } }
  tcp:
    - { name: metadata, endpoint: "169.254.169.254:80", labels: { tier: cloud } }
---
metadata: { name: depot, namespace: back, labels: { team: stock } }
spec:
  schedule: "@every 365d"
  http:
    - { name: depot page, url: "${url}/ok" }
`
}

const cardOf = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const chipsOf = (page: Page) => page.getByRole('list', { name: 'Active filters' })

test.describe('the dashboard', () => {
  test.beforeEach(async ({ page, product, target, writeCanaries }) => {
    await writeCanaries('dashboard.yaml', canaries(target.url))
    await page.goto(`${product.url}/health?hidePassing=false&sortBy=name`)
    await expect(rowOf(page, 'checkout')).toContainText('Unhealthy')
    await expect(rowOf(page, 'depot page')).toContainText('Healthy')
    await expect(rowOf(page, 'metadata')).toContainText('Unknown')
  })

  test('opens as a table without what passes, in groups and tabs by namespace [HLT-002, HLT-010, HLT-014]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/health`)
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await expect(rowOf(page, 'metadata')).toBeVisible()
    await expect(rowOf(page, 'front page')).toHaveCount(0)
    await expect(rowOf(page, 'depot')).toHaveCount(0)
    await expect(page.getByRole('switch', { name: 'Hide Passing' })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Group By: Group Name' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Tab By: Namespace' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked()
    await page.getByRole('switch', { name: 'Hide Passing' }).click()
    await expect(rowOf(page, 'front page')).toBeVisible()
    await expect(page).toHaveURL(/\/health\?hidePassing=false$/)
  })

  test('counts what passes and fails of what the filters leave [HLT-019]', async ({ page, product }) => {
    const counters = page.getByRole('group', { name: 'Checks by health' })
    await page.goto(`${product.url}/health?query=page`)
    await expect(counters).toHaveText(/^2 healthy$/)
    await page.goto(`${product.url}/health?tab=prod`)
    await expect(counters).toHaveText(/^1 unhealthy1 unknown1 healthy$/)
  })

  test('says so when all that is meant is well, and shows it', async ({ page, product }) => {
    await page.goto(`${product.url}/health?query=page`)
    await expect(page.getByText('All 2 checks are passing')).toBeVisible()
    await expect(rowOf(page, 'depot page')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Hide Passing' })).toBeChecked()
    // The tabs count what is shown.
    await expect(page.getByRole('tablist', { name: 'Tabs of checks' })).toContainText(/[1-9]/)
    await page.goto(`${product.url}/health?query=page&layout=cards`)
    await expect(page.getByText('All 2 checks are passing')).toBeVisible()
  })

  test('is grouped by what it offers, down to each label [HLT-007]', async ({ page }) => {
    await page.getByRole('combobox', { name: /^Group By/ }).click()
    await expect(page.getByRole('option')).toHaveText([
      'No Grouping',
      'Group Name',
      'Name',
      'Description',
      'Type',
      'Reason',
      'team',
      'tier',
    ])
    await page.getByRole('option', { name: 'tier' }).click()
    await expect(page).toHaveURL(/groupBy=label%3Atier/)
    const heading = (name: string) => page.getByRole('button', { name, exact: true })
    await expect(heading('edge')).toBeVisible()
    await expect(heading('cloud')).toBeVisible()
    await expect(heading('No tier')).toBeVisible()
    await heading('edge').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(rowOf(page, 'checkout')).toHaveCount(0)
    await page.keyboard.press('ArrowRight')
    await expect(rowOf(page, 'checkout')).toBeVisible()
  })

  test('has tabs by namespace, agent or label, All first and the rest in order [HLT-009, HLT-011, HLT-013, HLT-016]', async ({
    page,
  }) => {
    const tabs = page.getByRole('tablist', { name: 'Tabs of checks' }).getByRole('tab')
    await expect(tabs).toHaveText(['All', 'back1', 'prod3'])
    await tabs.filter({ hasText: 'back' }).click()
    await expect(page).toHaveURL(/tab=back/)
    await expect(rowOf(page, 'checkout')).toHaveCount(0)
    await expect(rowOf(page, 'depot page')).toBeVisible()
    await tabs.filter({ hasText: 'All' }).click()
    await expect(page).not.toHaveURL(/tab=/)
    await expect(rowOf(page, 'checkout')).toBeVisible()
    const tabBy = page.getByRole('combobox', { name: /^Tab By/ })
    await tabBy.click()
    await expect(page.getByRole('option')).toHaveText(['Namespace', 'Agent', 'team', 'tier'])
    await page.getByRole('option', { name: 'Agent' }).click()
    await expect(tabs).toHaveText(['All', 'local4'])
    await tabBy.click()
    await page.getByRole('option', { name: 'team' }).click()
    await expect(tabs).toHaveText(['All', 'stock1', 'web3'])
  })

  test('is filtered beside the list by health and by label, which is in the address [HLT-017]', async ({
    page,
  }) => {
    const beside = page.getByRole('complementary', { name: 'Filters' })
    const edge = beside.getByRole('button', { name: /^edge/ })
    await edge.click()
    await expect(page).toHaveURL(/labels=tier%3Dedge%3A1/)
    await expect(rowOf(page, 'metadata')).toHaveCount(0)
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await expect(chipsOf(page)).toHaveText(/tier: edge/)
    await edge.click()
    await expect(page).toHaveURL(/labels=tier%3Dedge%3A-1/)
    await expect(rowOf(page, 'checkout')).toHaveCount(0)
    await expect(rowOf(page, 'metadata')).toBeVisible()
    // What has no such label is not left out.
    await expect(rowOf(page, 'depot page')).toBeVisible()
    await beside.getByRole('combobox', { name: /^Health/ }).click()
    await page.getByRole('option', { name: /^Unknown/ }).click()
    await expect(rowOf(page, 'depot page')).toHaveCount(0)
    await beside.getByRole('button', { name: 'Clear all' }).click()
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await expect(page).not.toHaveURL(/labels|status/)
    await expect(page).toHaveURL(/hidePassing=false/)
  })

  test('has its filters in a menu that counts them on a small screen [HLT-018]', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await expect(page.getByRole('complementary', { name: 'Filters' })).toHaveCount(0)
    const open = page.getByRole('button', { name: /^Filters/ })
    await expect(open).toHaveText('Filters')
    await open.click()
    const menu = page.getByRole('dialog', { name: 'Filters' })
    await expect(menu.getByRole('switch', { name: 'Hide Passing' })).toBeVisible()
    await expect(menu.getByRole('combobox', { name: /^Group By/ })).toBeVisible()
    await menu.getByRole('button', { name: /^edge/ }).click()
    await menu.getByRole('button', { name: /^web/ }).click()
    await page.keyboard.press('Escape')
    await expect(open).toHaveText(/^Filters2/)
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await expect(rowOf(page, 'metadata')).toHaveCount(0)
  })

  test('shows cards, each with its checks, one of which opens beside them [HLT-001, HLT-002]', async ({
    page,
  }) => {
    await page.getByText('Cards', { exact: true }).click()
    await expect(page).toHaveURL(/layout=cards/)
    await expect(cardOf(page, 'shop')).toContainText('Mixed')
    await expect(cardOf(page, 'depot')).toContainText('Healthy')
    const cell = cardOf(page, 'shop').getByRole('link', {
      name: 'checkout, Unhealthy: status 503, expected 200 to 299',
    })
    // One stop of the Tab key; j goes on from the cell of the card before.
    await page.keyboard.press('j')
    await expect(cardOf(page, 'depot').getByRole('link')).toBeFocused()
    await page.keyboard.press('j')
    await expect(cell).toBeFocused()
    // The cell keeps the focus, and with it its tooltip, when the code of its mark arrives.
    await expect(page.getByText('status 503, expected 200 to 299')).toBeVisible()
    await cell.press('Enter')
    await expect(page.getByRole('dialog', { name: 'checkout' })).toBeVisible()
    await expect(page).toHaveURL(/checkId=/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.reload()
    await expect(cardOf(page, 'shop')).toBeVisible()
  })

  test('turns into a pivot table whose cells show counts, latency or uptime', async ({ page }) => {
    await page.getByRole('combobox', { name: /^Pivot By/ }).click()
    await page.getByRole('option', { name: 'tier' }).click()
    await expect(page).toHaveURL(/pivotBy=label&pivotLabel=tier/)
    const table = page.getByRole('table', { name: 'Checks' })
    await expect(table.getByRole('columnheader')).toHaveText(['Group', 'cloud', 'edge', 'No tier'])
    await expect(rowOf(page, 'shop').getByRole('cell')).toHaveText([
      'shop, cloud: 1 unknown',
      'shop, edge: 1 unhealthy1 healthy',
      '–none',
    ])
    await page.getByRole('combobox', { name: /^Cells/ }).click()
    await page.getByRole('option', { name: 'Uptime' }).click()
    await expect(page).toHaveURL(/pivotCellType=uptime/)
    await expect(rowOf(page, 'shop').getByRole('cell').nth(1)).toHaveText(/^shop, edge: Mixed\d+\.\d\d%$/)
    await table.getByRole('link', { name: 'edge', exact: true }).click()
    await expect(page).toHaveURL(/labels=tier%3Dedge%3A1/)
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await expect(rowOf(page, 'metadata')).toHaveCount(0)
  })

  test('leads from each cell of a pivot table to what it counts, by keyboard as well', async ({
    page,
    product,
  }) => {
    const pivot = `${product.url}/health?pivotBy=label&pivotLabel=tier`
    await page.goto(pivot)
    const both = page.getByRole('link', { name: 'shop, edge: 1 unhealthy 1 healthy' })
    await both.focus()
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await expect(rowOf(page, 'front page')).toBeVisible()
    await expect(rowOf(page, 'metadata')).toHaveCount(0)
    await expect(rowOf(page, 'depot page')).toHaveCount(0)
    await expect(chipsOf(page)).toContainText('Group: shop')
    await expect(page.getByRole('group', { name: 'Checks by health' })).toHaveText(/^1 unhealthy1 healthy$/)
    await page.getByRole('button', { name: /Group: shop/ }).click()
    await expect(page).not.toHaveURL(/group=/)
    await page.goto(pivot)
    await page.getByRole('link', { name: 'shop, cloud: 1 unknown' }).click()
    await expect(page.getByRole('dialog', { name: 'metadata' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('table', { name: 'Checks' })).toBeVisible()
  })

  test('has uptime and latency of the time that is chosen, in the table, the cards and the pivot table', async ({
    page,
    product,
  }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (!/^\/api\/health\/(checks|cards|pivot)$/.test(pathname)) return
      const from = searchParams.get('from')
      const named = { '1h': 1, '1d': 24, '1w': 168 }[searchParams.get('timeRange') ?? '']
      const hours = from === null ? named : Math.round((Date.now() - new Date(from).getTime()) / 3_600_000)
      requests.push(`${pathname.slice('/api/health/'.length)} ${hours} h`)
    })
    await expect(rowOf(page, 'front page').getByText('100.00%')).toBeVisible()
    await page.getByRole('button', { name: /^Time range/ }).click()
    await page.getByRole('button', { name: '1d', exact: true }).click()
    await expect(page).toHaveURL(/timeRange=1d/)
    await expect.poll(() => requests.includes('checks 24 h')).toBe(true)
    // An hour of yesterday, when nothing ran.
    const [from, to] = [26, 25].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString())
    const yesterday = `hidePassing=false&from=${from}&to=${to}`
    await page.goto(`${product.url}/health?${yesterday}`)
    await expect(rowOf(page, 'front page')).toContainText('Healthy')
    await expect(rowOf(page, 'front page').getByText('%')).toHaveCount(0)
    await page.goto(`${product.url}/health?${yesterday}&layout=cards`)
    await expect(cardOf(page, 'shop')).toBeVisible()
    await expect(cardOf(page, 'shop').getByText('%')).toHaveCount(0)
    await page.goto(`${product.url}/health?hidePassing=false&layout=cards&timeRange=1w`)
    await expect(cardOf(page, 'shop').getByText('%')).toHaveCount(1)
    await page.goto(`${product.url}/health?${yesterday}&pivotBy=namespace&pivotCellType=uptime`)
    await expect(rowOf(page, 'shop')).toBeVisible()
    await expect(rowOf(page, 'shop').getByText('%')).toHaveCount(0)
    for (const wanted of ['cards 26 h', 'cards 168 h', 'pivot 26 h']) expect(requests).toContain(wanted)
  })

  test('is the same from its address, every parameter of it [HLT-003, HLT-015]', async ({
    page,
    product,
  }) => {
    await rowOf(page, 'front page').getByRole('link').click()
    await expect(page).toHaveURL(/checkId=/)
    const checkId = new URL(page.url()).searchParams.get('checkId') ?? ''
    const address = new URLSearchParams({
      query: 'page',
      hidePassing: 'false',
      labels: 'team=web:1',
      groupBy: 'none',
      sortBy: 'name',
      sortDesc: 'true',
      pageIndex: '0',
      pageSize: '100',
      timeRange: '3h',
      checkId,
    })
    await page.goto(`${product.url}/health?${address.toString()}`)
    const drawer = page.getByRole('dialog', { name: 'front page' })
    await expect(drawer.getByText('Uptime, 3h')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(rowOf(page, 'front page')).toBeVisible()
    await expect(rowOf(page, 'depot page')).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: 'Check' })).toHaveAttribute('aria-sort', 'descending')
    await expect(page.getByRole('combobox', { name: 'Rows per page: 100 rows' })).toBeVisible()
    await expect(chipsOf(page)).toHaveText(/team: web/)
    await page.goto(
      `${product.url}/health?hidePassing=false&pivotBy=label&pivotLabel=tier&pivotCellType=latency&layout=cards`,
    )
    await expect(cardOf(page, 'shop').getByRole('link', { name: 'edge', exact: true })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Cells: Latency' })).toBeVisible()
  })

  for (const [status, seen] of [
    ['healthy', 'front page'],
    ['unhealthy', 'checkout'],
    ['unknown', 'metadata'],
    ['warning', undefined],
  ] as const)
    test(`takes the health that an address asks for: ${status} [HLT-031]`, async ({ page, product }) => {
      await page.goto(`${product.url}/health?status=${status}`)
      if (seen === undefined) await expect(page.getByText('Nothing matches these filters')).toBeVisible()
      else await expect(rowOf(page, seen)).toBeVisible()
      for (const other of ['front page', 'checkout', 'metadata'])
        if (other !== seen) await expect(rowOf(page, other)).toHaveCount(0)
    })

  test('a refresh gives up the request that is still under way [HLT-027]', async ({ page }) => {
    await pressLive(page, 'Pause')
    await expect(page.getByText('Paused')).toBeVisible()
    let requests = 0
    // The title asks for the number of failures, with a page of one.
    const isList = (url: URL) =>
      url.pathname === '/api/health/checks' && url.searchParams.get('pageSize') !== '1'
    await page.route(isList, async (route) => {
      requests += 1
      if (requests > 1) await route.continue()
    })
    const given = page.waitForEvent('requestfailed', (request) => isList(new URL(request.url())))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => requests).toBe(1)
    await page.getByRole('button', { name: 'Refresh' }).click()
    expect((await given).failure()?.errorText).toContain('ABORTED')
    await expect.poll(() => requests).toBe(2)
    await expect(rowOf(page, 'checkout')).toBeVisible()
  })

  test('fits and has no serious accessibility finding on any width, in any theme', async ({
    page,
    product,
  }) => {
    test.setTimeout(600_000)
    for (const address of ['', 'layout=cards&', 'pivotBy=label&pivotLabel=tier&'])
      await expectLooks(page, `${product.url}/health?${address}hidePassing=false`, async () => {
        await expect(page.getByText('shop', { exact: true }).first()).toBeVisible()
        await expect(page.getByRole('tab', { name: /^prod/ })).toBeVisible()
      })
  })
})
