import type { Page } from '@playwright/test'
import { z } from 'zod'
import { catalogRows, item } from './support/catalog.ts'
import { write } from './support/database.ts'
import { startProduct } from './support/product.ts'
import { expect, expectLooks, test as base } from './support/test.ts'

/** A product with a small catalog. Each test has its own names. */
const test = base.extend<object, object>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const product = await startProduct()
      await write(product, catalogRows(60))
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  startsAtChecks: false,
})

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const views = (page: Page, name: string | RegExp = 'Views') => page.getByRole('button', { name, exact: true })
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text)

async function saveAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save as new view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('a view keeps filters, sort and columns, is opened by its address alone, and asks before changes are lost', async ({
  page,
  product,
}) => {
  await page.goto(
    `${product.url}/catalog?configType=Kubernetes::Pod&health=unhealthy%3A1&sortBy=name&sortOrder=desc`,
  )
  await expect(page.getByText(/^1–8 of 8$/)).toBeVisible()
  await page.getByRole('button', { name: 'Table settings' }).click()
  await page.getByRole('checkbox', { name: 'Cost' }).click()
  await expect(page).toHaveURL(/hide=/)
  await page.keyboard.press('Escape')
  await expect(table(page, 'Catalog').getByRole('columnheader', { name: 'Cost' })).toHaveCount(0)
  await views(page).click()
  await saveAs(page, 'Broken pods')
  await expect(views(page, 'Broken pods')).toBeVisible()
  const id = new URL(page.url()).searchParams.get('savedView') ?? ''

  // Another browser knows nothing but the id.
  await page.goto(`${product.url}/catalog?savedView=${id}`)
  await expect(page.getByText(/^1–8 of 8$/)).toBeVisible()
  await expect(table(page, 'Catalog').getByRole('row').nth(1)).toContainText('checkout-000056')
  await expect(table(page, 'Catalog').getByRole('columnheader', { name: 'Cost' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove filter Health: Unhealthy' }).click()
  await expect(page.getByText(/^1–50 of 60$/)).toBeVisible()
  await views(page, 'Broken pods (changed)').click()
  await page.getByRole('list', { name: 'Saved views' }).getByRole('link', { name: 'All' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Discard the changes of the view “Broken pods”?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByText(/^1–50 of 60$/)).toBeVisible()
  await views(page, 'Broken pods (changed)').click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'View saved').first()).toBeVisible()
  await expect(views(page, 'Broken pods')).toBeVisible()

  await views(page, 'Broken pods').click()
  await page.getByRole('list', { name: 'Saved views' }).getByRole('link', { name: 'All' }).click()
  await expect(views(page)).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/catalog`)
  await views(page).click()
  await page.getByRole('link', { name: 'Broken pods' }).click()
  await expect(page.getByText(/^1–50 of 60$/)).toBeVisible()

  await views(page, 'Broken pods').click()
  await page.getByRole('button', { name: 'Edit the view Broken pods' }).click()
  await page.getByRole('dialog', { name: 'Edit view' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(views(page)).toBeVisible()
  await expect(page).not.toHaveURL(/savedView/)
})

test('changes and insights have their own views, and what somebody shares is seen by others', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/changes?changeType=BackOff%3A-1`)
  await expect(table(page, 'Changes')).toContainText('spec.replicas')
  await views(page).click()
  await page.getByRole('button', { name: 'Save as new view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Without restarts')
  await dialog.getByRole('switch', { name: 'Share with everybody' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await views(page, 'Without restarts').click()
  await expect(page.getByRole('list', { name: 'Saved views' })).toContainText('Shared')
  await page.keyboard.press('Escape')

  await page.goto(`${product.url}/catalog/insights?severity=high`)
  await views(page).click()
  await expect(page.getByRole('list', { name: 'Saved views' })).not.toContainText('Without restarts')
  await saveAs(page, 'Serious')
  await page.goto(`${product.url}/catalog/insights`)
  await expect(table(page, 'Insights')).toContainText('unused-bucket')
  await views(page).click()
  await page.getByRole('link', { name: 'Serious' }).click()
  await expect(page).toHaveURL(/severity=high/)
  await expect(table(page, 'Insights')).not.toContainText('unused-bucket')
  await page.goto(`${product.url}/catalog/insights?savedView=0199a000-0000-7000-8000-00000000dead`)
  await views(page).click()
  await expect(page.getByText(/was deleted, or is not shared with you/)).toBeVisible()
})

test('documents are searched from a box, and the query box offers fields, keys and values by the keyboard', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog`)
  await expect(table(page, 'Catalog')).toContainText('Kubernetes::Pod')
  await page.getByRole('searchbox', { name: 'Text in documents' }).fill('shop/web:1')
  await expect(page).toHaveURL(/words=/)
  await expect(table(page, 'Catalog').getByRole('row').filter({ hasText: 'checkout' })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Text in documents' })).toHaveValue('shop/web:1')
  await expect(table(page, 'Catalog').getByRole('row').filter({ hasText: 'checkout' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(table(page, 'Catalog')).toContainText('Kubernetes::Pod')

  const search = page.getByRole('combobox', { name: 'Search for configs' })
  const offers = page.getByRole('listbox', { name: 'Suggestions for Search for configs' })
  await search.pressSequentially('typ')
  await expect(offers.getByRole('option')).toHaveText([/^type=/])
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(search).toHaveValue('type=')
  await expect(offers.getByRole('option').first()).toContainText('Kubernetes::Pod')
  await search.pressSequentially('AWS')
  await expect(offers.getByRole('option')).toHaveText([/^AWS::S3::Bucket/])
  await search.press('ArrowDown')
  await search.press('Enter')
  await search.press('Enter')
  await expect(page).toHaveURL(/search=type%3DAWS%3A%3AS3%3A%3ABucket/)
  await expect(table(page, 'Catalog').getByRole('row').filter({ hasText: 'receipts' })).toBeVisible()
})

test('the menu of views and the search of documents fit every width', async ({ page, product }) => {
  await expectLooks(page, `${product.url}/catalog?configType=Kubernetes::Pod`, async () => {
    const list = page.getByRole('list', { name: 'Saved views' })
    await expect(table(page, 'Catalog')).toContainText('checkout-000001')
    // A change of the width may close it.
    await expect(async () => {
      if ((await list.count()) === 0) await views(page).click()
      await expect(list).toBeVisible({ timeout: 2_000 })
    }).toPass()
  })
})

test('a graph of thousands is drawn whole, searched, and says when there is more [REL-007][REL-012]', async ({
  page,
  product,
}) => {
  await write(
    product,
    `insert into core.config_items (id, config_class, type, name, health)
    select md5('many ' || number)::uuid, 'Many', 'Many::Type' || number, 'many-' || lpad(number::text, 4, '0'),
      case when number % 3 = 0 then 'warning' else 'healthy' end
    from generate_series(0, 1500) as number;
    insert into core.config_relationships (config_id, related_id, relation, selector_id)
    select md5('many ' || number / 4)::uuid, md5('many ' || number)::uuid, 'hard', 'rule'
    from generate_series(1, 1500) as number`,
  )
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`${product.url}/catalog/${item.deployment}/relationships?view=graph`)
  const graph = page.getByRole('region', { name: 'Graph of related items' })
  const group = graph.getByRole('button', { name: /^Pod\s*60/ })
  await group.press('Enter')
  const warning = graph.locator('[data-health=warning]').first()
  await expect(warning).toHaveClass(/border-warning/)
  await expect(graph.locator('.react-flow__node').first()).toHaveCSS('transition-duration', '0.3s')

  const answer = await page.request.get(`${product.url}/api/db/configs?name=eq.many-0000&select=id`)
  const [{ id: root }] = z.tuple([z.object({ id: z.string() })]).parse(await answer.json())
  await page.goto(`${product.url}/catalog/${root}/relationships?view=graph`)
  await expect(page.getByText('There are more. Only the 1,000 nearest items are loaded.')).toBeVisible()
  await expect(graph).toHaveAttribute('data-nodes', '1000')
  await page.getByRole('button', { name: 'Show up to 5,000' }).click()
  await expect(graph).toHaveAttribute('data-nodes', '1501')
  await expect(page).toHaveURL(/most=5000/)
  await expect(graph.getByRole('link', { name: 'many-0000' })).toBeVisible()
  await graph.getByRole('button', { name: 'Show all' }).click()
  await expect(graph.getByText('1,501 boxes, 1,500 lines.', { exact: false })).toBeVisible()
  await graph.getByRole('searchbox', { name: 'Find in the graph' }).fill('many-1499')
  await expect(graph.getByText('1 found')).toBeVisible()
  await expect(graph.getByRole('link', { name: 'many-1499' })).toBeVisible()
  await expect(graph.getByRole('link', { name: 'many-0000' })).toHaveCount(0)
  // The same items, as a table.
  await page.getByText('Table', { exact: true }).click()
  await expect(table(page, 'Related items')).toContainText('many-0001')
})

test('a list that cannot be loaded says so and why, and loads when it is asked again [CHG-017]', async ({
  page,
  product,
}) => {
  // What comes live would ask again before the button is pressed.
  await page.route('**/api/live?*', (sent) => sent.abort())
  await page.goto(`${product.url}/catalog/changes`)
  await expect(table(page, 'Changes')).toContainText('spec.replicas')
  await page.context().setOffline(true)
  await table(page, 'Changes').getByRole('button', { name: 'Catalog' }).click()
  await expect(page.getByText('Something went wrong')).toBeVisible()
  const failure = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
  await expect(failure).toContainText(/offline|connection|network/i)
  await page.context().setOffline(false)
  await failure.getByRole('button', { name: /try again|retry/i }).click()
  await expect(table(page, 'Changes')).toContainText('spec.replicas')
})

test('a link that cannot be deleted stays, and the question says why [REL-017]', async ({
  page,
  product,
}) => {
  const component = '0199d000-0000-7000-8000-000000000002'
  await write(
    product,
    `insert into core.components (id, external_id, name, type) values ('${component}', 'desk', 'desk', 'Application');
    insert into core.config_component_relationships (component_id, config_id, selector_id)
    values ('${component}', '${item.bucket}', 'manual')`,
  )
  await page.goto(`${product.url}/catalog/${item.bucket}/relationships`)
  await page.getByRole('button', { name: 'Delete the link to desk' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete config link' })
  await page.context().setOffline(true)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toContainText(/offline|connection|network/i)
  await page.context().setOffline(false)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete the link to desk' })).toBeVisible()
})

test('a scraper has a page with its spec, its runs and its job history [SET-012]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/scrapers/0199c000-0000-7000-8000-000000000001`)
  await expect(page.getByRole('heading', { name: 'shop cluster' })).toBeVisible()
  for (const name of ['Spec', 'Job History'])
    await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
  // The items that the scraper found, as its page says.
  await expect(page.getByRole('main')).toContainText(/Items\s*64/)
})

test('a scraper lists the changes that it left out, and one whose source seems gone is offered for removal', async ({
  page,
  product,
}) => {
  const id = '0199c000-0000-7000-8000-000000000002'
  await write(
    product,
    `insert into core.config_scrapers (id, name, spec, error, error_at, created_at)
     values ('${id}', 'old cluster', '{"schedule": "@never"}', 'connection refused', now(), now() - interval '20 days');
     insert into core.scrape_runs (scraper_id, started_at, ended_at, state, counts)
     values ('${id}', now() - interval '9 days', now() - interval '9 days', 'published', '{"unchanged": 3}'),
       ('${id}', now() - interval '1 day', now() - interval '1 day', 'published', '{"unchanged": 0, "errors": 1}');
     insert into core.config_change_drops (scraper_id, day, reason, change_type, because, count, last_at)
     values ('${id}', current_date - 1, 'ignored', 'Pulled', 'transform.changes.mapping[0]', 1200, now() - interval '1 day'),
       ('${id}', current_date - 2, 'orphaned', 'BackOff', 'pod-7', 1, now() - interval '2 days');`,
  )
  await page.goto(`${product.url}/catalog/scrapers/${id}`)
  await page.getByRole('tab', { name: 'Changes left out' }).click()
  const list = page.getByRole('list', { name: 'Changes left out' })
  await expect(list.getByRole('listitem')).toHaveText([
    /Pulled\s*1,200\s*Ignored: transform\.changes\.mapping\[0\]/,
    /BackOff\s*1\s*The catalog has no item pod-7/,
  ])
  await page.getByRole('tab', { name: 'Spec', exact: true }).click()
  await expect(page.getByText('connection refused')).toBeVisible()
  await expect(page.getByText(/No run has found anything for more than 7 days/)).toBeVisible()
  await page.getByRole('button', { name: 'Delete scraper' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(toast(page, 'old cluster deleted successfully')).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(id))
})
