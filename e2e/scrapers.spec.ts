import { createServer, type ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { write } from './support/database.ts'
import { expect, expectLooks, seriousFindings, test as base, toastOf } from './support/test.ts'

/** A source of orders, whose answer a test changes. */
const test = base.extend<{ source: { url: string; orders: object[] } }>({
  // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
  source: async ({}, use) => {
    const source = { url: '', orders: [] as object[] }
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ orders: source.orders }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    source.url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/orders`
    await use(source)
    server.closeAllConnections()
    server.close()
  },
})
test.use({ startsAtChecks: false })

const listPath = '/catalog/scrapers'
const order = (id: string, state: string) => ({ id, state, token: 'a secret of orders' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const item = (page: Page, name: string) =>
  preview(page).getByRole('list', { name: 'Items' }).getByRole('listitem').filter({ hasText: name })

/** Runs a scraper now, again if its own first run is not over yet. */
async function runNow(page: Page, result: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Run of / })
  await expect(async () => {
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(dialog.getByText(/Finished|is running right now/)).toBeVisible()
    const text = await dialog.innerText()
    if (!text.includes('Finished')) await dialog.getByRole('button', { name: 'Close' }).last().click()
    expect(text).toContain('Finished')
  }).toPass()
  await expect(dialog).toContainText(result)
}

test('a scraper is made with a form, previewed, saved, run, edited and deleted [SPEC-001][SPEC-004][SET-017]', async ({
  page,
  product,
  source,
}) => {
  source.orders = [order('o-1', 'open'), order('o-2', 'open')]
  await page.goto(`${product.url}${listPath}`)
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Kubernetes', exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Find a type of scraper' }).fill('api over')
  await page.getByRole('link', { name: 'HTTP', exact: true }).click()

  const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  await expect(name).toBeFocused()
  await name.fill('orders')
  const http = page.getByRole('region', { name: 'HTTP' })
  await http.getByLabel('URL').fill(source.url)
  await expect(page.getByRole('combobox', { name: 'Schedule' })).toHaveValue('@hourly')
  await page.getByRole('combobox', { name: 'Schedule' }).fill('@never')
  await http.getByText('Expected response', { exact: true }).click()
  await http.getByLabel('Items').fill('$.orders[*]')
  await http.getByText('Description and labels', { exact: true }).click()
  await http.getByLabel('Id', { exact: true }).fill('$.id')
  await http.getByLabel('Name', { exact: true }).fill('$.id')
  await http.getByLabel('Type', { exact: true }).fill('Shop::Order')

  await page.getByRole('tab', { name: 'Code' }).click()
  await expect(page.getByRole('textbox', { name: 'Spec' })).toContainText('type: Shop::Order')
  await page.getByRole('tab', { name: 'Form' }).click()

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview(page).getByRole('status')).toContainText('2 added')
  await expect(item(page, 'o-1')).toContainText('Added')
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toastOf(page, 'orders created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/catalog\/scrapers\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('main').getByText('Source: UI')).toBeVisible()
  const address = page.url()
  await runNow(page, '2 ')
  await page
    .getByRole('dialog', { name: /^Run of / })
    .getByRole('link', { name: 'Show the catalog' })
    .click()
  await expect(page).toHaveURL(/\/catalog$/)
  await page.getByRole('link', { name: 'Shop::Order' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'o-1' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'o-2' })).toBeVisible()

  await page.getByRole('link', { name: 'o-1', exact: true }).click()
  await expect(page.getByRole('main')).toContainText(/Source lag\s*at most \d+s/)

  // One order has changed, one is gone, one is new. A replay sees none of it.
  source.orders = [order('o-1', 'paid'), order('o-3', 'open')]
  await page.goto(address)
  await expect(page.getByRole('main')).toContainText(/Source lag\s*at most \d+s/)
  await page.getByRole('tab', { name: 'Code' }).click()
  const code = page.getByRole('textbox', { name: 'Spec' })
  await code.press('Control+End')
  await page.keyboard.insertText(
    '    transform:\n      mask:\n        - selector: "true"\n          jsonpath: $.token\n          value: hash\n',
  )
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview(page).getByRole('status')).toContainText('1 added · 1 changed')
  await item(page, 'o-1').getByText('Difference', { exact: true }).click()
  await expect(item(page, 'o-1')).toContainText('paid')
  await expect(preview(page).getByRole('region', { name: 'Rules' })).toContainText('mask[0]')
  await item(page, 'o-3').getByText('Document', { exact: true }).click()
  await expect(item(page, 'o-3')).toContainText('token')
  await expect(item(page, 'o-3')).not.toContainText('a secret of orders')
  await preview(page).getByRole('checkbox', { name: 'Replay what the last run read' }).check()
  await preview(page).getByRole('button', { name: 'Preview again' }).click()
  await expect(item(page, 'o-2')).toBeVisible()
  await expect(item(page, 'o-3')).toHaveCount(0)

  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(toastOf(page, 'orders updated successfully')).toBeVisible()
  await runNow(page, '1 added')
  await page
    .getByRole('dialog', { name: /^Run of / })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete scraper' }).click()
  await expect(toastOf(page, 'orders deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/catalog\/scrapers$/)
  await expect(page.getByRole('row').filter({ hasText: 'orders' })).toHaveCount(0)
})

test('types are offered, and what they cannot do without is asked for [SPEC-003][SPEC-023][SPEC-024][SPEC-027][SPEC-035]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/settings/config_scrapers/new`)
  const types = page.getByRole('region', { name: 'Types' }).getByRole('link')
  await expect(types).toHaveText([
    'Kubernetes',
    'Azure',
    'Kubernetes File',
    'SQL',
    'Trivy',
    'AWS',
    'File',
    'Github Actions',
    'HTTP',
    'Azure DevOps',
    'Exec',
    'Terraform',
    'Custom',
  ])
  const fields: readonly (readonly [type: string, ...fields: string[]])[] = [
    ['kubernetes', 'Cluster name'],
    ['githubActions', 'Owner', 'Repository'],
    ['sql', 'Query', 'Id', 'Type'],
    ['aws', 'Access key', 'Secret key'],
    ['azure', 'Tenant ID', 'Client ID', 'Client secret'],
  ]
  for (const [type, ...required] of fields) {
    await page.goto(`${product.url}/settings/config_scrapers/new?type=${type}`)
    if (type === 'kubernetes')
      await expect(page.getByRole('combobox', { name: 'Schedule' })).toHaveValue('@every 30m')
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('incomplete')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    for (const field of required)
      await expect(
        page.getByRole('button', { name: new RegExp(`› ${field}: This field is required$`, 'i') }),
      ).toBeVisible()
  }
})

test('a run says at once that its scraper was deleted meanwhile', async ({ page, product }) => {
  const waiting: ServerResponse[] = []
  const slow = createServer((_, response) => waiting.push(response))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const address = slow.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    const created = await page.request.post(`${product.url}/api/catalog/scrapers`, {
      data: { name: 'slow', spec: { schedule: '@never', http: [{ url: `http://127.0.0.1:${port}/` }] } },
    })
    const { id } = await created.json()
    await page.goto(`${product.url}/catalog/scrapers/${id}`)
    await page.getByRole('button', { name: 'Run now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run of slow' })
    await expect(dialog).toContainText('It reads its sources.')
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    await page.request.delete(`${product.url}/api/catalog/scrapers/${id}`)
    await expect(dialog).toContainText('This scraper was deleted, so what the run finds is not stored.')
    await expect(dialog).not.toContainText('It reads its sources.')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(
      page.getByText('The scraper was deleted meanwhile. This page shows how it was.'),
    ).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Spec' })).toBeVisible()
  } finally {
    for (const response of waiting) response.end('[]')
    slow.closeAllConnections()
    slow.close()
  }
})

test('held deletions are kept once, however often the button is pressed', async ({ page, product }) => {
  const created = await page.request.post(`${product.url}/api/catalog/scrapers`, {
    data: { name: 'held', spec: { schedule: '@never', http: [{ url: 'http://127.0.0.1:9/' }] } },
  })
  const { id } = await created.json()
  await write(
    product,
    `insert into core.scrape_runs (id, scraper_id, started_at, state) values ('${id}', '${id}', now(), 'held');
     insert into core.scrape_held_deletions (scraper_id, type, run_id, config_ids, total)
     values ('${id}', 'Test::Thing', '${id}', '{}', 30)`,
  )
  let sent = 0
  const gate = Promise.withResolvers<void>()
  await page.route('**/deletions/reject', async (route) => {
    sent += 1
    await gate.promise
    await route.continue()
  })
  await page.goto(`${product.url}/catalog/scrapers/${id}`)
  const keep = page.getByRole('button', { name: 'Keep them' })
  await keep.click()
  await expect.poll(() => sent).toBe(1)
  await keep.press('Enter')
  await keep.press('Enter')
  await expect(keep).toHaveAttribute('aria-busy', 'true')
  gate.resolve()
  await expect(keep).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  expect(sent).toBe(1)
})

test('the editor of scrapers fits each width and can be used by everybody', async ({ page, product }) => {
  for (const address of ['', '?type=http', '?type=custom'])
    await expectLooks(page, `${product.url}/settings/config_scrapers/new${address}`, async () => {
      await expect(page.getByRole('heading', { name: 'New scraper' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible()
    })
})
