import type { Page } from '@playwright/test'
import { catalogRows, change, item } from './support/catalog.ts'
import { write } from './support/database.ts'
import { startProduct } from './support/product.ts'
import { expect, expectLooks, test as base } from './support/test.ts'

const PODS = 1_200

/** A product whose catalog is filled once, because no test changes it for the others. */
const test = base.extend<object, object>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const product = await startProduct()
      await write(product, catalogRows(PODS))
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  startsAtChecks: false,
})

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const row = (page: Page, name: string, text: string | RegExp) =>
  table(page, name).getByRole('row').filter({ hasText: text })
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })

test('the catalog counts items by type, pins types, and leads to their list and back [CAT-001][CAT-002][CAT-003][CAT-007][CAT-010][CAT-011][CAT-012][CAT-014][CAT-015][CAT-017][CHG-016][SHELL-037]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog`)
  await expect(page.getByRole('heading', { name: 'Catalog', level: 1 })).toBeVisible()
  for (const name of ['Catalog', 'Changes', 'Insights']) await expect(tab(page, name)).toBeVisible()
  const pods = row(page, 'Catalog', 'Kubernetes::Pod')
  await expect(pods).toContainText('1,200')
  await expect(pods.getByRole('link', { name: '700' })).toHaveClass(/text-unhealthy/)
  const states = await pods
    .locator('[data-health-bar] [data-state]')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-state')))
  expect(states).toEqual(['healthy', 'unhealthy', 'warning'])
  await expect(row(page, 'Catalog', 'Kubernetes::Deployment')).toContainText('$14')

  await pods.getByRole('button', { name: 'Pin Kubernetes::Pod' }).click()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('binnacle.catalog.configTypesFavorites')))
    .toBe('{"Kubernetes::Pod":true}')
  await page.reload()
  await expect(table(page, 'Catalog').getByRole('row').nth(1)).toContainText('Kubernetes')
  await expect(table(page, 'Catalog').getByRole('row').nth(2)).toContainText('Kubernetes::Pod')

  await row(page, 'Catalog', 'Kubernetes::Deployment').getByRole('link').first().click()
  await expect(page).toHaveURL(/configType=Kubernetes%3A%3ADeployment/)
  const deployment = row(page, 'Catalog', 'checkout')
  await expect(deployment).toContainText('Degraded')
  for (const name of ['Name', 'Status', 'Changes', 'Tags', 'Analysis', 'Cost', 'Created', 'Updated'])
    await expect(table(page, 'Catalog').getByRole('columnheader', { name })).toBeVisible()
  await expect(tab(page, 'Changes')).toHaveAttribute('href', /configType=Kubernetes%3A%3ADeployment/)
  await deployment.getByRole('link', { name: 'checkout' }).first().click()
  await expect(page.getByRole('heading', { name: 'checkout' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(row(page, 'Catalog', 'Kubernetes::Pod')).toBeVisible()
})

test('filters, search and sort are in the address, and deleted items are hidden until somebody wants them [CAT-004][CAT-008][CAT-009][CAT-018][CAT-027][CAT-047][SHELL-036]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog?search=checkout`)
  await expect(page.getByText(/^1–50 of 1,201$/)).toBeVisible()
  await page.getByRole('button', { name: 'Health' }).click()
  await page.getByRole('button', { name: /^Warning/ }).click()
  await expect(page).toHaveURL(/health=warning%3A1/)
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^1–50 of 94$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^1–50 of 94$/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Health: Warning' }).click()

  await page.getByRole('combobox', { name: 'Search for configs' }).fill('old-check')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('switch', { name: 'Hide Deleted Catalog' }).click()
  await expect(row(page, 'Catalog', 'old-checkout')).toContainText('deleted')
  await expect(page).toHaveURL(/hideDeleted=false/)
  // The choice stays in this browser, for addresses that say nothing.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('binnacle.catalog.areDeletedConfigsHidden')))
    .toBe('no')
  await page.goto(`${product.url}/catalog?search=old-check`)
  await expect(row(page, 'Catalog', 'old-checkout')).toBeVisible()

  await page.goto(`${product.url}/catalog?type=Kubernetes::Pod&sortBy=name&sortOrder=desc`)
  await expect(table(page, 'Catalog').getByRole('row').nth(1)).toContainText('checkout-001200')
  await page.goto(`${product.url}/catalog?search=receipts, (`)
  await expect(row(page, 'Catalog', 'receipts, (old)')).toBeVisible()
})

test('the page of an item has its document with lines to select, and everything else beside it [CAT-019][CAT-020][CAT-021][CAT-022][CAT-024][CAT-025][CAT-028][CAT-030][FMT-009]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/${item.deployment}`)
  await expect(page.getByRole('heading', { name: 'checkout' })).toBeVisible()
  for (const name of [/^Changes\s*1$/, /^Insights\s*1$/, /^Relationships\s*62$/, /^Checks\s*0$/])
    await expect(tab(page, name)).toBeVisible()
  await expect(tab(page, /Playbooks/)).toHaveCount(0)
  const document = page.getByRole('textbox', { name: 'Config' })
  await expect(document).toContainText('"replicas": 3')
  await expect(document).toContainText('"empty": null')
  await document.getByText('"replicas"').click()
  await expect(page).toHaveURL(/\?selected=5$/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/selected=4&selected=5$/)
  // Only Enter and Space select.
  await page.keyboard.press('a')
  await page.keyboard.press('Shift')
  await page.reload()
  await expect(page.getByText('2 lines selected')).toBeVisible()
  await page.getByText('YAML', { exact: true }).click()
  await expect(document).toContainText('replicas: 3')
  await expect(page).toHaveURL(/\?format=yaml$/)

  const details = page.getByRole('complementary', { name: 'Details' })
  for (const text of [
    'Unhealthy',
    '2 of 3 replicas are not ready',
    'namespace: payments',
    'by shop cluster',
    'Deployment',
    '$0.75 1 day',
    'Increase',
    '$14 30 days',
    /Cost by day from \S+ to \S+, at most \$0\.75/,
    'shop/web:1',
    'Linux',
  ])
    await expect(details).toContainText(text)
  await expect(details.getByRole('link', { name: /Runbook/ })).toHaveAttribute(
    'href',
    'https://example.com/runbook',
  )
  await details.getByRole('link', { name: 'Kubernetes::Deployment' }).click()
  await expect(row(page, 'Catalog', 'checkout')).toBeVisible()
})

test('the document is shown as it was, compared, and says who touched each line', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/${item.deployment}`)
  const document = page.getByRole('textbox', { name: 'Config' })
  await expect(page.getByText(/^Version 2 of 2/)).toBeVisible()
  await page.getByRole('button', { name: 'Who changed each line' }).click()
  await expect(page.getByText(/^\d{4}-\d\d-\d\d v2 alice$/)).toBeVisible()
  await page.getByRole('button', { name: 'Older version' }).click()
  await expect(page).toHaveURL(/at=/)
  await expect(document).toContainText('"replicas": 2')
  await page.reload()
  await expect(page.getByText(/^Version 1 of 2/)).toBeVisible()
  await page.getByRole('button', { name: 'Compare' }).click()
  const diff = page.getByRole('region', { name: 'Diff' })
  await expect(diff).toContainText('"replicas": 3')
  await page.getByRole('combobox', { name: 'Compare with' }).fill('receipts')
  await page.getByRole('option', { name: /receipts/ }).click()
  await expect(page).toHaveURL(new RegExp(`with=${item.bucket}`))
  await expect(diff).toContainText('receipts, (old)')
  await page.getByRole('group', { name: 'Versions', exact: true }).getByRole('slider').press('ArrowRight')
  await expect(page).not.toHaveURL(/at=/)

  // A deleted item is found too. What somebody types replaces the name of the chosen one.
  await page.getByRole('combobox', { name: 'Compare with' }).click()
  await page.keyboard.type('old-check')
  await expect(page.getByRole('option', { name: /deleted/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`with=${item.gone}`))
  await expect(diff).toContainText('old-checkout')
  await expect(page.getByText('+ old-checkout, version 1')).toBeVisible()
})

test('two times of a document are compared, by an address that others can open', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/${item.deployment}?compare=`)
  await expect(page.getByText('No difference')).toBeVisible()
  await page
    .getByRole('group', { name: 'Versions to compare with' })
    .getByRole('button', { name: 'Older version' })
    .click()
  await expect(page).toHaveURL(/withAt=/)
  await expect(page.getByText('- checkout, version 2')).toBeVisible()
  await page.reload()
  await expect(page.getByText('+ checkout, version 1')).toBeVisible()
  const ofPage = page.getByRole('group', { name: 'Versions', exact: true })
  await ofPage.getByRole('button', { name: 'Older version' }).click()
  await expect(page.getByText('No difference')).toBeVisible()
})

test('scrapers are listed below the catalog and in the settings, with what their runs found [CAT-002][CAT-028]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/${item.deployment}`)
  await page.getByRole('link', { name: 'shop cluster' }).click()
  await expect(page.getByRole('heading', { name: 'shop cluster' })).toBeVisible()
  await page.goto(`${product.url}/catalog`)
  await tab(page, 'Scrapers').click()
  await expect(page).toHaveURL(/\/catalog\/scrapers/)
  await expect(row(page, 'Catalog Scrapers', 'shop cluster')).toBeVisible()
  await page.goto(`${product.url}/settings/config_scrapers`)
  await row(page, 'Catalog Scrapers', 'shop cluster').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'shop cluster' })).toBeVisible()
})

test('the impact of an item names what needs it and what changed above it, with reasons', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/${item.deployment}/impact`)
  const causes = page.getByRole('list', { name: 'Likely causes' })
  await expect(causes).toContainText('spec.replicas, spec.paused')
  await expect(causes).toContainText('Its configuration changed')
  await page.goto(`${product.url}/catalog/${item.bucket}/impact`)
  await expect(page.getByRole('heading', { name: 'What depends on it' })).toBeVisible()
})

test('a deleted item, one that is stale, and one that does not exist are told apart [CAT-023][CAT-026][CAT-029][CAT-031][CAT-032]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/${item.gone}`)
  await expect(page.locator('header').getByText('Deleted')).toBeVisible()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText('Last status')
  await expect(details).toContainText('no longer seen')

  await page.goto(`${product.url}/catalog/${item.bucket}`)
  await expect(details).toContainText(/Last scraped\s*3h ago/)

  for (const path of ['not-an-id', '0199a000-0000-7000-8000-00000000dead', `${item.bucket}/nothing`]) {
    await page.goto(`${product.url}/catalog/${path}`)
    await expect(page.getByText('Details not found')).toBeVisible()
  }

  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${product.url}/catalog/${item.bucket}`)
  await expect(details).toHaveCount(0)
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('eu-central-1')
})

test('changes of all items are filtered by cells and chips, and open in a dialog [CHG-001][CHG-002][CHG-003][CHG-004][CHG-005][CHG-008][CHG-009][CHG-010][CHG-011][CHG-018]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/changes`)
  const pulled = row(page, 'Changes', 'Back-off pulling image')
  await expect(pulled).toContainText(/x 12 over\s*5h/)
  // It happened 20 days ago, and the list begins 2 days ago.
  await expect(row(page, 'Changes', 'receipts')).toHaveCount(0)
  for (const name of ['Last Seen', 'Catalog', 'Type', 'Summary', 'Tags', 'Created By'])
    await expect(table(page, 'Changes').getByRole('columnheader', { name })).toBeVisible()

  await pulled.getByText('BackOff').hover()
  await pulled.getByRole('button', { name: 'Exclude BackOff' }).click()
  await expect(page).toHaveURL(/changeType=BackOff%3A-1/)
  await expect(pulled).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter Change Types: not BackOff' }).click()
  await expect(pulled).toBeVisible()
  const scaled = row(page, 'Changes', 'spec.replicas')
  await scaled.getByText('alice').hover()
  await scaled.getByRole('button', { name: 'Include alice' }).click()
  await expect(page).toHaveURL(/external_created_by=alice%3A1/)
  await expect(pulled).toHaveCount(0)

  await scaled.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`change=${change.scaled}`))
  const dialog = page.getByRole('dialog', { name: 'diff' })
  await expect(dialog).toContainText('"replicas": 3')
  await expect(dialog.getByText('+2')).toBeVisible()
  await dialog.getByText('Inline', { exact: true }).click()
  await expect(dialog).toContainText('"paused": true')
  await dialog.getByRole('tab', { name: 'Patch' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Patch' })).toContainText('replicas: 2')
  await dialog.getByRole('tab', { name: 'Raw' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Raw' })).toContainText('external_created_by')
  await page.reload()
  await expect(dialog).toBeVisible()

  await page.goto(`${product.url}/catalog/changes?change=${change.pulled}`)
  const grouped = page.getByRole('dialog', { name: 'BackOff' })
  await grouped.getByRole('tab', { name: /Occurrences/ }).click()
  await expect(
    grouped.getByRole('list', { name: 'Occurrences' }).getByRole('listitem').first(),
  ).toContainText('attempt 12')
  await page.goto(`${product.url}/catalog/changes?timeRange=now-5m&changeType=nothing:1`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('No changelog found')).toBeVisible()
})

test('changes of an item include those below or above it, as its switches say [CHG-012][CHG-013][CHG-014][CHG-025]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/${item.deployment}/changes?timeRange=1mo`)
  await expect(page.getByRole('switch', { name: 'Downstream' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Upstream' })).not.toBeChecked()
  await expect(row(page, 'Changes', 'spec.replicas')).toBeVisible()
  await page.getByRole('switch', { name: 'Downstream' }).click()
  await expect(page).toHaveURL(/downstream=false/)
  await expect(row(page, 'Changes', 'spec.replicas')).toBeVisible()
  await page.getByRole('button', { name: 'Preferences' }).click()
  await expect(page.getByRole('switch', { name: 'Hide Deleted Config Changes' })).toBeChecked()
})

test('insights are listed for all items and for one, and their texts are never HTML [INS-001][INS-002][INS-003][INS-004][INS-005]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/insights`)
  await expect(row(page, 'Insights', 'unused-bucket')).toContainText('Low')
  await page.goto(`${product.url}/catalog/insights?type=security&severity=high&status=open`)
  await expect(row(page, 'Insights', 'unused-bucket')).toHaveCount(0)
  await row(page, 'Insights', 'run-as-root').getByRole('link').first().click()
  const dialog = page.getByRole('dialog', { name: 'run-as-root' })
  await expect(dialog).toContainText('The container web runs as root.')
  await expect(dialog).not.toContainText('alert(1)')
  await expect(dialog).toContainText('container: web')
  await page.goto(`${product.url}/catalog/${item.bucket}/insights`)
  await expect(row(page, 'Insights', 'unused-bucket')).toBeVisible()
  await expect(row(page, 'Insights', 'run-as-root')).toHaveCount(0)
})

test('related items are a table or a graph with closed groups, filtered by direction and relation [REL-001][REL-002][REL-003][REL-004][REL-005][REL-006][REL-008][REL-009][REL-013][REL-014]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/${item.deployment}/relationships`)
  await expect(row(page, 'Related items', 'checkout-000001')).toBeVisible()
  await expect(row(page, 'Related items', 'receipts')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Soft' }).click()
  await expect(row(page, 'Related items', 'receipts')).toBeVisible()
  const outgoing = page.getByRole('switch', { name: 'Outgoing' })
  await expect(outgoing).toBeDisabled()
  await page.getByRole('switch', { name: 'Incoming' }).click()
  await outgoing.click()
  await expect(row(page, 'Related items', 'checkout-000001')).toHaveCount(0)
  await expect(row(page, 'Related items', 'payments')).toBeVisible()
  await page.getByRole('switch', { name: 'Incoming' }).click()
  await expect(outgoing).toBeChecked()

  await page.getByText('Graph', { exact: true }).click()
  await expect(page).toHaveURL(/view=graph/)
  const graph = page.getByRole('region', { name: 'Graph of related items' })
  const group = graph.getByRole('button', { name: /^Pod\s*60/ })
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect(graph.locator('[data-health=unhealthy]').first()).toHaveClass(/border-unhealthy/)
  await group.press('Enter')
  await expect(graph.getByRole('link', { name: 'checkout-000001' })).toBeVisible()
  await page.reload()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  // Their icons cover them.
  await graph.getByRole('radio', { name: 'Top to bottom' }).check({ force: true })
  await graph.getByRole('radio', { name: 'Square lines' }).check({ force: true })
  await expect(page).toHaveURL(/direction=TB&edges=smoothstep/)
})

test('what a person linked with a component can be unlinked [REL-015][REL-016][REL-018][REL-019][REL-027]', async ({
  page,
  product,
}) => {
  const component = '0199d000-0000-7000-8000-000000000001'
  await write(
    product,
    `insert into core.components (id, external_id, name, type) values ('${component}', 'till', 'till', 'Application');
    insert into core.config_component_relationships (component_id, config_id, selector_id)
    values ('${component}', '${item.bucket}', 'manual'), ('${component}', '${item.bucket}', 'by rule')`,
  )
  await page.goto(`${product.url}/catalog/${item.bucket}/relationships`)
  const remove = page.getByRole('button', { name: 'Delete the link to till' })
  await expect(remove).toHaveCount(1)
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Delete config link' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted config link successfully').first()).toBeVisible()
  await expect(remove).toHaveCount(0)
})

test('checks of an item are listed on its page, and items of a check on the page of the check [CAT-035][CAT-052][CHK-005]', async ({
  page,
  product,
  target,
  writeCanaries,
}) => {
  await writeCanaries(
    'catalog.yaml',
    `metadata: { name: catalog }\nspec:\n  schedule: "@every 5s"\n  http: [{ name: till answers, url: "${target.url}/bad" }]\n`,
  )
  await page.goto(`${product.url}/health?hidePassing=false`)
  const check = page
    .getByRole('table', { name: 'Checks' })
    .getByRole('row')
    .filter({ hasText: 'till answers' })
  await expect(check).toContainText('Unhealthy')
  await write(
    product,
    `insert into core.check_config_relationships (config_id, check_id)
    select '${item.bucket}', id from core.checks where name = 'till answers'`,
  )
  await page.goto(`${product.url}/catalog/${item.bucket}/checks`)
  await expect(row(page, 'Checks', 'till answers')).toContainText('Unhealthy')
  await row(page, 'Checks', 'till answers').getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: 'till answers' })
  await drawer.getByRole('tab', { name: /^Relationships\s*1$/ }).click()
  await drawer.getByRole('link', { name: 'receipts, (old)' }).click()
  await expect(page.getByRole('heading', { name: 'receipts, (old)' })).toBeVisible()
})

test('pages below others have breadcrumbs, and those of a resource lead back to its list [SHELL-046]', async ({
  page,
  product,
}) => {
  const shop = '0199d00c-0000-7000-8000-000000000001'
  const team = '0199d00c-0000-7000-8000-000000000002'
  await write(
    product,
    `insert into core.components (id, external_id, name) values ('${shop}', 'crumbs', 'Crumbs');
     insert into core.teams (id, name) values ('${team}', 'Crumbs')`,
  )
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  // Of incidents and agents there are no pages yet.
  for (const [path, expected] of [
    [`/topology/${shop}`, ['Topology']],
    [`/catalog/${item.deployment}`, ['Catalog', 'Kubernetes::Deployment']],
    ['/catalog/changes', ['Catalog']],
    [`/settings/teams/${team}`, ['Teams']],
  ] as const) {
    await page.goto(product.url + path)
    await expect(crumbs.getByRole('link')).toHaveText([...expected])
  }
  await crumbs.getByRole('link', { name: 'Teams' }).click()
  await expect(page).toHaveURL(`${product.url}/settings/teams`)
  await expect(row(page, 'Teams', 'Crumbs')).toBeVisible()
})

test('the palette finds items by their names', async ({ page, product }) => {
  await page.goto(`${product.url}/catalog`)
  await expect(row(page, 'Catalog', 'Kubernetes::Pod')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search pages, things and actions' }).fill('receipts')
  await page.getByRole('option', { name: /receipts, \(old\)/ }).click()
  await expect(page.getByRole('heading', { name: 'receipts, (old)' })).toBeVisible()
})

test('pages of the catalog fit every width and theme, and have no serious finding', async ({
  page,
  product,
}) => {
  test.setTimeout(600_000)
  const paths = [
    '/catalog',
    '/catalog?configType=Kubernetes::Pod',
    `/catalog/${item.deployment}`,
    '/catalog/changes',
    `/catalog/changes?change=${change.scaled}`,
    '/catalog/insights',
    `/catalog/${item.cluster}/relationships?view=graph&relation=soft`,
  ]
  for (const path of paths)
    await expectLooks(page, product.url + path, async () => {
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      if (path.includes('graph'))
        await expect(page.getByRole('region', { name: 'Graph of related items' })).toBeVisible()
    })
})
