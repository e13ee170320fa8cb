import { catalogRows, item } from './support/catalog.ts'
import { write } from './support/database.ts'
import { startProduct } from './support/product.ts'
import { expect, test as base } from './support/test.ts'

/** Id of a change that happened often. */
const often = '0199b000-0000-7000-8000-000000000001'

/** A deployment has a change with 450 occurrences and a summary of 600 paths, and a resolved insight beside an open one. */
const rows = `
insert into core.config_changes
  (id, config_id, change_type, severity, source, summary, created_by, first_observed, created_at, count)
select '${often}', '${item.deployment}', 'diff', 'low', 'diff',
  (select string_agg('settings.option_' || number, ', ' order by number) from generate_series(1, 600) as number),
  people.id, now() - interval '1 hour', now(), 460
from core.people limit 1;
insert into core.config_change_occurrences (change_id, at, number, by, changed)
select '${often}', now() - interval '5 seconds' * (460 - number), number, people.id::text, (
  select jsonb_agg(jsonb_build_object('path', '/option/' || path, 'before', number, 'after', number + 1))
  from generate_series(1, case number when 460 then 30 else 1 end) as path
)
from generate_series(11, 460) as number, (select id from core.people limit 1) as people;
insert into core.config_items (id, config_class, type, name)
select ('0199a002-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, 'File', 'AWS::S3::Object', 'receipt-' || number
from generate_series(1, 1200) as number;
insert into core.config_relationships (config_id, related_id, relation, selector_id)
select '${item.bucket}', id, 'hard', 'parent' from core.config_items where type = 'AWS::S3::Object';
insert into core.config_analysis (config_id, analyzer, analysis_type, severity, summary, status)
values ('${item.deployment}', 'old-image', 'security', 'low', 'The image is old', 'resolved');`

const test = base.extend<object, object>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const product = await startProduct()
      await write(product, catalogRows(60))
      await write(product, rows)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  startsAtChecks: false,
})

test('a change with hundreds of paths and occurrences can be read whole [CHG-011]', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${product.url}/catalog/changes?change=${often}`)
  const dialog = page.getByRole('dialog', { name: 'diff' })
  await expect(dialog.getByRole('group', { name: 'Summary' })).toContainText('settings.option_600')
  await dialog.getByRole('tab', { name: 'Occurrences 460' }).click()
  const list = dialog.getByRole('list', { name: 'Occurrences' })
  const all = list.locator(':scope > li')
  await expect(all).toHaveCount(200)
  await expect(all.first()).toContainText('Administrator')
  await expect(all.first()).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  await expect(all.first().getByRole('listitem')).toHaveCount(10)
  await all.first().getByRole('button', { name: 'Show 20 more' }).click()
  await expect(all.first().getByRole('listitem')).toHaveCount(30)
  await expect(dialog.getByRole('status')).toHaveText('200 of 460')
  await dialog.getByRole('button', { name: 'Show older' }).click()
  await expect(all).toHaveCount(400)
  await dialog.getByRole('button', { name: 'Show older' }).click()
  await expect(dialog.getByRole('status')).toHaveText('450 of 460. The older ones are no longer stored.')
  await expect(all.last()).toContainText('11')
})

test('a graph is used by keyboard alone: arrows, Enter, and one stop of Tab', async ({ page, product }) => {
  await page.goto(`${product.url}/catalog/${item.deployment}/relationships?view=graph`)
  const graph = page.getByRole('region', { name: 'Graph of related items' })
  const root = graph.getByRole('link', { name: 'checkout', exact: true })
  await expect(root).toBeVisible()
  await graph.getByRole('searchbox', { name: 'Find in the graph' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(root).toBeFocused()
  await page.keyboard.press('ArrowRight')
  const pods = graph.getByRole('button', { name: /Pod/ })
  await expect(pods).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pods).toHaveAttribute('aria-expanded', 'true')
  await expect(graph.getByRole('link', { name: /checkout-\d/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  const focused = graph.locator('a:focus')
  await expect(focused).toHaveText(/^checkout-\d+$/)
  const seen = new Set<string>()
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(async () => expect(seen).not.toContain(await focused.textContent())).toPass()
    seen.add((await focused.textContent()) ?? '')
    await expect(focused).toBeInViewport({ ratio: 0.99 })
  }
  await page.keyboard.press('Tab')
  await expect(graph.getByRole('searchbox', { name: 'Find in the graph' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(focused).toHaveText([...seen].at(-1) ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/0199a001-.*\/relationships\?view=graph/)
})

test('the tab of insights lists what it counts', async ({ page, product }) => {
  await page.goto(`${product.url}/catalog/${item.deployment}`)
  await page.getByRole('tab', { name: 'Insights 1' }).click()
  const insights = page.getByRole('table', { name: 'Insights' })
  await expect(insights).toContainText('run-as-root')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Status: Open' }).click()
  await expect(insights).toContainText('old-image')
})

test('two items of the list are compared, also over another search', async ({ page, product }) => {
  await page.goto(`${product.url}/catalog?configType=Kubernetes::Deployment`)
  await page.getByRole('button', { name: 'Compare checkout' }).press('Enter')
  await expect(
    page.getByText(/^Choose Compare in the row of another item to compare checkout with/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Type: Kubernetes::Deployment' }).click()
  await page.getByRole('link', { name: 'AWS::S3::Bucket' }).first().click()
  await page.getByRole('button', { name: 'Compare checkout with receipts, (old)' }).press('Enter')
  await expect(page).toHaveURL(`${product.url}/catalog/${item.deployment}?compare=&with=${item.bucket}`)
  await expect(page.getByText('+ receipts, (old), version 1')).toBeVisible()
})

test('groups of related items say that they count the loaded ones only', async ({ page, product }) => {
  await page.goto(`${product.url}/catalog/${item.bucket}/relationships`)
  await expect(page.getByText('Only the 1,000 nearest items are loaded.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: /^AWS::S3::Object \([\d,]+ loaded\)$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show up to 5,000' }).click()
  await expect(page.getByRole('button', { name: 'AWS::S3::Object (1,200)' })).toBeVisible()
})
