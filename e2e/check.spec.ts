import { addressOf, showSomeChecks } from './support/health.ts'
import { expect, pressLive, rowOf, seriousFindings, signIn, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

test.describe('with some checks', () => {
  test.beforeEach(({ page, product, target, writeCanaries }) =>
    showSomeChecks({ page, product, target, writeCanaries }),
  )

  test('an open check shows header, tiles, chart, history and spec, all in the address [CHK-001, CHK-002, CHK-003, CHK-004, HLT-004]', async ({
    page,
  }) => {
    await rowOf(page, 'checkout').getByRole('link').click()
    await expect(page).toHaveURL(/checkId=/)
    const drawer = page.getByRole('dialog', { name: 'checkout' })
    for (const text of ['/bad', 'tests', 'local', 'team=web', 'Failing', 'status 503, expected 200 to 299'])
      await expect(drawer.getByText(text, { exact: false }).first()).toBeVisible()
    await expect(drawer.getByText(/next in .+ · @every/)).toBeVisible()
    await expect(drawer.getByText('whole range, 1h')).toBeVisible()
    for (const tile of ['Uptime, 1h', 'Latency p95, 1h', 'Severity', 'Last run'])
      await expect(drawer.getByText(tile)).toBeVisible()
    await expect(drawer.getByRole('heading', { name: 'Health Overview' })).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Time range: 1h' })).toBeVisible()
    await expect(drawer.getByRole('img', { name: 'Type http' })).toBeVisible()
    await expect(drawer.locator('canvas').first()).toBeVisible()
    await expect(drawer.getByRole('table', { name: 'History' })).toContainText('status 503')

    await drawer.getByRole('tab', { name: 'Spec' }).click()
    await expect(page).toHaveURL(/tab=spec/)
    await expect(drawer.getByText('schedule')).toBeVisible()
    await expect(drawer.getByText('shop.yaml', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('dialog', { name: 'checkout' }).getByText('schedule')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).not.toHaveURL(/checkId|tab=/)
  })

  test('a result opens its evidence in place, and a link to it opens it again', async ({ page, product }) => {
    await rowOf(page, 'checkout').getByRole('link').click()
    const drawer = page.getByRole('dialog', { name: 'checkout' })
    const history = drawer.getByRole('table', { name: 'History' })
    const result = history.getByRole('link').first()
    await result.click()
    await expect(result).toHaveAttribute('aria-expanded', 'true')
    await expect(history.getByText('no room at the inn')).toBeVisible()
    await expect(history.getByText('127.0.0.1', { exact: true })).toBeVisible()
    await expect(history.getByRole('list', { name: 'Time by phase' })).toContainText('Waiting')
    await expect(history.getByRole('region', { name: 'Headers' })).toContainText('transfer-encoding')
    await expect(page).toHaveURL(/run=/)
    // Elsewhere in time the result is on no page of the list: the link shows it all the same.
    const address = new URL(page.url())
    const run = address.searchParams.get('run') ?? ''
    const before = new Date(new Date(run).getTime() - 60_000).toISOString()
    const checkId = address.searchParams.get('checkId') ?? ''
    await page.goto(
      `${product.url}/health?${addressOf({ checkId, run, from: '2020-01-01T00:00:00Z', to: before })}`,
    )
    await expect(page.getByRole('table', { name: 'Linked result' })).toContainText('no room at the inn')
    await page.goto(address.href)
    await expect(result).toHaveAttribute('aria-expanded', 'true')
    await result.click()
    await expect(history.getByText('no room at the inn')).toHaveCount(0)
    await page.goto(`${product.url}/health?${addressOf({ checkId, run: '2020-01-01T00:00:00Z' })}`)
    await expect(page.getByText('The result of this link was removed.')).toBeVisible()
  })

  test('the history is filtered by status and duration, in pages of 50 [CHK-010, CHK-011, CHK-012, CHK-013]', async ({
    page,
  }) => {
    const request = page.waitForRequest(/\/statuses\?.*pageIndex=0&pageSize=50$/)
    await rowOf(page, 'checkout').getByRole('link').click()
    await request
    const drawer = page.getByRole('dialog', { name: 'checkout' })
    const status = drawer.getByRole('combobox', { name: /^Status/ })
    await status.click()
    await expect(page.getByRole('option')).toHaveText(['All', 'Healthy', 'Unhealthy'])
    await page.getByRole('option', { name: 'Healthy', exact: true }).click()
    await expect(page).toHaveURL(/historyStatus=healthy/)
    await expect(drawer.getByText('Nothing matches these filters')).toBeVisible()
    await drawer.getByRole('button', { name: 'Clear filters' }).click()
    const duration = drawer.getByRole('combobox', { name: /^Duration/ })
    await duration.click()
    await expect(page.getByRole('option')).toHaveText([
      'All',
      '100ms',
      '500ms',
      '1s',
      '5s',
      '10s',
      '30s',
      'Custom…',
    ])
    await page.getByRole('option', { name: '30s' }).click()
    await expect(page).toHaveURL(/duration=30s/)
    await expect(drawer.getByText('Nothing matches these filters')).toBeVisible()
    await duration.click()
    await page.getByRole('option', { name: 'Custom…' }).click()
    const custom = drawer.getByLabel('Shortest duration')
    await custom.fill('2 minutes')
    await expect(drawer.getByText('duration is allowed only in milli seconds & seconds')).toBeVisible()
    await expect(page).toHaveURL(/duration=30s/)
    await custom.fill('0ms')
    await expect(drawer.getByRole('table', { name: 'History' })).toContainText('status 503')
  })

  test('a history that cannot be loaded says so in a toast and in its place, while it is tried again as well [CHK-014]', async ({
    page,
    product,
  }) => {
    // Each run that ends would ask for the history as well, and might be faster than the click.
    await page.goto(`${product.url}/health?refreshRate=None`)
    await expect(rowOf(page, 'checkout')).toContainText('Unhealthy')
    let answer = () => Promise.resolve()
    await page.route('**/statuses?*', async (route) => {
      await answer()
      await route.fulfill({ status: 500, json: { error: 'the archive is on fire', requestId: 'r-42' } })
    })
    await rowOf(page, 'checkout').getByRole('link').click()
    await expect(toastOf(page, 'the archive is on fire')).toBeVisible()
    await expect(page.getByText('r-42')).toBeVisible()
    const { promise, resolve } = Promise.withResolvers<void>()
    answer = () => promise
    const tryAgain = page.getByRole('dialog').getByRole('button', { name: 'Try again' })
    await Promise.all([page.waitForRequest('**/statuses?*'), tryAgain.click()])
    await expect(tryAgain).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText('r-42')).toBeVisible()
    resolve()
    await expect(tryAgain).not.toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText('r-42')).toBeVisible()
    await expect(toastOf(page, 'the archive is on fire')).toHaveCount(1)
    await page.unroute('**/statuses?*')
    await tryAgain.click()
    await expect(page.getByRole('table', { name: 'History' })).toContainText('status 503')
  })

  test('Run Now runs the check, shows what came out and refreshes [CHK-006]', async ({ page, target }) => {
    await rowOf(page, 'front page').getByRole('link').click()
    const drawer = page.getByRole('dialog', { name: 'front page' })
    const results = drawer.getByRole('table', { name: 'History' }).getByRole('row')
    await expect(results.nth(1)).toBeVisible()
    const before = await results.count()
    // Without live updates nothing but the run itself makes the page look again.
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await pressLive(page, 'Pause')
    await expect(page.getByText('Paused')).toBeVisible()
    await rowOf(page, 'front page').getByRole('link').click()
    await expect(results).toHaveCount(before)
    await target.stop()
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'POST'),
      drawer.getByRole('button', { name: 'Run Now' }).click(),
    ])
    expect(new URL(request.url()).pathname).toMatch(/\/run\/check\/[0-9a-f-]{36}$/)
    const result = drawer.getByRole('region', { name: 'Result of this run' })
    await expect(result).toContainText('Unhealthy')
    await expect(result).toContainText('refused')
    await expect(drawer.getByText('Failing', { exact: false })).toBeVisible()
    await expect(results).toHaveCount(before + 1)
    await result.getByRole('button', { name: 'Close the result' }).click()
    await expect(result).toHaveCount(0)
  })

  test('a script is tried on the last result, with all that it can see and where it is wrong', async ({
    page,
  }) => {
    await rowOf(page, 'checkout').getByRole('link').click()
    const drawer = page.getByRole('dialog', { name: 'checkout' })
    await drawer.getByRole('button', { name: 'Try a script' }).click()
    await expect(page).toHaveURL(/playground=true/)
    const dialog = page.getByRole('dialog', { name: 'Try a script' })
    await expect(dialog.getByRole('textbox', { name: 'What scripts see' })).toContainText('"code": 503')
    const script = dialog.getByRole('textbox', { name: 'Script', exact: true })
    await script.fill("string(code) + ' of ' + check.name")
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByRole('textbox', { name: 'Output' })).toHaveText('503 of checkout')
    await script.fill('code +')
    await dialog.getByRole('button', { name: 'Run script' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Line 1, column')
    await dialog.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Go template' }).click()
    await script.fill('{{ .code }}!')
    await dialog.getByRole('button', { name: 'Run script' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Output' })).toHaveText('503!')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(drawer).toBeVisible()
  })

  test('tabs are History, Spec and Relationships with a count, then those of other areas; on short screens Graph as well [CHK-005]', async ({
    page,
  }) => {
    await rowOf(page, 'checkout').getByRole('link').click()
    const tabs = page.getByRole('dialog', { name: 'checkout' }).getByRole('tab')
    await expect(tabs).toHaveText([
      'History',
      'Spec',
      /^Relationships\s*0$/,
      'Likely causes',
      'Notifications',
    ])
    await tabs.nth(2).click()
    await expect(page).toHaveURL(/tab=relationships/)
    await expect(page.getByText('No relationships')).toBeVisible()
    await tabs.nth(3).click()
    await expect(page.getByText('The cause is not known')).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 640 })
    await expect(tabs).toHaveText([
      'History',
      'Graph',
      'Spec',
      /^Relationships\s*0$/,
      'Likely causes',
      'Notifications',
    ])
  })

  test('on a short screen the chart has its own tab', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 640 })
    await rowOf(page, 'checkout').getByRole('link').click()
    const drawer = page.getByRole('dialog', { name: 'checkout' })
    await expect(drawer.getByRole('heading', { name: 'Health Overview' })).toHaveCount(0)
    await drawer.getByRole('tab', { name: 'Graph' }).click()
    await expect(drawer.getByRole('heading', { name: 'Health Overview' })).toBeVisible()
  })

  test('with the server away the list stays, and what opens a check is there', async ({ page }) => {
    const loaded = (name: string) =>
      expect
        .poll(() =>
          page.evaluate(
            (part) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(part)),
            name,
          ),
        )
        .toBe(true)
    for (const part of ['/check-drawer-', '/chart-', '/run-evidence-', '/popups-']) await loaded(part)
    await page.context().setOffline(true)
    const row = rowOf(page, 'checkout')
    await row.getByRole('link').click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(row).toBeVisible()
    await page.context().setOffline(false)
    await row.getByRole('link').click()
    await expect(page.getByRole('dialog', { name: 'checkout' })).toBeVisible()
  })

  test('a check whose code cannot be loaded leaves the list as it is', async ({ browser, product }) => {
    const page = await (await browser.newContext()).newPage()
    await page.route(/\/assets\/check-drawer-/, (route) => route.abort())
    await signIn(page, product.url)
    await page.goto(`${product.url}/health?hidePassing=false`)
    await rowOf(page, 'checkout').getByRole('link').click()
    await expect(page.getByText('This could not be opened.')).toBeVisible()
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await page.context().close()
  })

  test('a check that does not exist is said to be missing, and the list stays', async ({ page, product }) => {
    await page.goto(`${product.url}/health?hidePassing=false&checkId=01900000-0000-7000-8000-000000000000`)
    await expect(page.getByText('There is no check with this id')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'checkout')).toBeVisible()
  })
})
