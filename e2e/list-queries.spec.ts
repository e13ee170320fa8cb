import type { Page } from '@playwright/test'
import { create, removeMadeCanaries } from './support/canaries.ts'
import { write } from './support/database.ts'
import { pagePaths } from './support/page-paths.ts'
import { expect, looks, seriousFindings, takeLook, test } from './support/test.ts'
import { topologyRows, withoutTopology } from './support/topology.ts'

test.use({ startsAtChecks: false })

/** Lists that have another search: words of log lines in the language of their backend. */
const others = new Set(['/logs'])

/** Fields by which a list is asked for one value of its rows; the others have a name. */
const fieldOf: Readonly<Record<string, string>> = {
  '/catalog': 'type',
  '/catalog/changes': 'type',
  '/catalog/insights': 'type',
  '/notifications': 'resource',
  '/settings/event-queue-status/check.failed': 'state',
  '/settings/users': 'email',
  '/settings/audit': 'action',
}
/** Lists that may be empty here, or have their rows in groups: what they find is tested with them. */
const testedElsewhere = new Set([
  // Only what fails has an alert.
  '/notifications/alerts',
  '/catalog',
  '/catalog/changes',
  '/catalog/insights',
  '/health',
  '/notifications',
  '/notifications/silences',
  '/settings/audit',
  '/settings/event-queue-status',
  '/settings/event-queue-status/check.failed',
])

/** Lists whose address has a part that is no fixed one. */
const within = ['/catalog/changes', '/catalog/insights', '/settings/event-queue-status/check.failed']

/** How the values begin that are asked for. The others are those of the rows that the test makes. */
const startOf: Readonly<Record<string, string>> = {
  '/settings/users': 'ada',
  '/settings/topologies': '',
}

/** One row and another one of what a new installation has none of. */
const rows = `
  insert into core.connections (name, type, revision) values
    ('query one', 'http', core.new_id()), ('query two', 'http', core.new_id());
  insert into core.config_change_feeds (name, connection_id, enabled, cursor)
    select name, id, false, '0-00000000-0000-0000-0000-000000000000' from core.connections where name like 'query %';
  insert into core.teams (name, icon, source) values ('Query one', 'users', 'UI'), ('Query two', 'users', 'UI');
  insert into core.properties (name, value) values ('query.one', '1'), ('query.two', '2');
  insert into core.config_fields (name, kind) values ('query-one', 'text'), ('query-two', 'text');
  insert into core.notifications (name, events, source) values
    ('query one', '{check.failed}', 'UI'), ('query two', '{check.failed}', 'UI');
  insert into core.logging_backends (name, spec, source) values ('query one', '{}', 'UI'), ('query two', '{}', 'UI');
  insert into core.config_scrapers (name, spec, source) values ('query one', '{}', 'UI'), ('query two', '{}', 'UI');
  insert into core.job_history (name, status, time_start) values
    ('query job one', 'FAILED', now()), ('query job two', 'FAILED', now());
`
const withoutRows = `
  delete from core.config_change_feeds where name like 'query %';
  delete from core.connections where name like 'query %';
  delete from core.teams where name like 'Query %';
  delete from core.properties where name like 'query.%';
  delete from core.config_fields where name like 'query-%';
  delete from core.notifications where name like 'query %';
  delete from core.logging_backends where name like 'query %';
  delete from core.config_scrapers where name like 'query %';
  delete from core.job_history where name like 'query %';
`

const box = (page: Page) => page.getByRole('combobox', { name: /^Search / })
const offers = (page: Page) =>
  page.getByRole('listbox', { name: /^Suggestions for Search/ }).getByRole('option')
const bodyRows = (page: Page) => page.getByRole('table').getByRole('rowgroup').last().getByRole('row')

test.describe('the query language', () => {
  test('is on every list: it completes, finds, and says where a query is wrong', async ({
    page,
    product,
  }) => {
    test.setTimeout(900_000)
    await write(product, rows + topologyRows)
    for (const name of ['query one', 'query two'])
      await create(
        page,
        product.url,
        name,
        'schedule: "@every 365d"\ntcp:\n  - name: port\n    endpoint: 127.0.0.1:1\n',
      )
    try {
      const searched: string[] = []
      const paths = pagePaths.filter((path) => !path.includes('$') && !others.has(path))
      for (const path of [...paths, ...within]) {
        await page.goto(`${product.url}${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        // A search that is no query language would be a search box without completion.
        await expect(page.getByRole('searchbox', { name: /^Search / })).toHaveCount(0)
        if ((await box(page).count()) === 0) continue
        searched.push(path)
        await test.step(path, () => useQueries(page, path))
      }
      expect(searched).toEqual(
        expect.arrayContaining([
          '/catalog',
          ...within,
          '/health',
          '/notifications',
          '/notifications/alerts',
          '/notifications/rules',
          '/notifications/silences',
          '/settings/audit',
          '/settings/canaries',
          '/settings/change-feeds',
          '/settings/config-fields',
          '/settings/config_scrapers',
          '/settings/connections',
          '/settings/event-queue-status',
          '/settings/feature-flags',
          '/settings/jobs',
          '/settings/logging_backends',
          '/settings/teams',
          '/settings/topologies',
          '/settings/users',
        ]),
      )
    } finally {
      await write(product, withoutRows + withoutTopology)
      await removeMadeCanaries(page, product.url)
    }
  })

  test('shows the wrong part of a query, and keeps the text and the rows', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/users`)
    await expect(bodyRows(page).filter({ hasText: 'ada@example.com' })).toHaveCount(1)
    // Tests before this one may have left users.
    const users = await bodyRows(page).count()
    await typeUnfinished(page, 'email=ada* (')
    const problem = page.getByRole('status').filter({ hasText: 'Something to search for is missing here.' })
    await expect(problem).toContainText('Character 12')
    await expect(problem.locator('mark')).toHaveText('(')
    await expect(box(page)).toHaveValue('email=ada* (')
    await expect(bodyRows(page)).toHaveCount(users)
    await expect(page).not.toHaveURL(/query=/)
    await box(page).fill('emial=ada*')
    await expect(page.getByText('did you mean "email"?')).toBeVisible()
    await expect(page.locator('mark')).toHaveText('emial')
    for (const look of looks) {
      await takeLook(page, look)
      await expect(page.locator('mark')).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
    }
  })

  test('searches for a text in an address that is no query as it is', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/users?query=${encodeURIComponent('ada@example (')}`)
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await page.goto(`${product.url}/settings/users?query=${encodeURIComponent('ada@example')}`)
    await expect(bodyRows(page)).toHaveCount(1)
  })
})

/** Types a query at whose end a field may follow, and closes what is offered there: the message stands behind it. */
async function typeUnfinished(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  // Without offers, Escape would clear the text.
  await expect(offers(page).filter({ hasText: /^sort=/ })).toHaveCount(1)
  await page.keyboard.press('Escape')
}

/** Uses the search box of the page that is open. */
async function useQueries(page: Page, path: string): Promise<void> {
  const field = fieldOf[path] ?? 'name'
  const search = box(page)
  await search.focus()
  await page.keyboard.press('ArrowDown')
  await expect(offers(page).filter({ hasText: new RegExp(`^${field}=`) })).toHaveCount(1)

  await typeUnfinished(page, `${field}=(`)
  await expect(page.getByText(`A value is missing after "${field}=".`)).toBeVisible()
  await expect(page.getByText('Character 1:')).toBeAttached()
  await expect(search).toHaveValue(`${field}=(`)

  if (testedElsewhere.has(path)) return
  const start = startOf[path] ?? 'query'
  await search.fill(`${field}=${start}`)
  const first = offers(page).first().locator('span').first()
  // A name with a blank is offered in quotes.
  await expect(first).toHaveText(new RegExp(`^"?${start}`, 'i'))
  const value = (await first.textContent()) ?? ''
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue(`${field}=${value}`)
  const shown = value.replaceAll(/^"|"$/g, '')
  const shownOnly = async () => {
    const texts = await bodyRows(page).allInnerTexts()
    return texts.length > 0 && texts.every((text) => text.toLowerCase().includes(shown.toLowerCase()))
  }
  await expect.poll(shownOnly).toBe(true)
  await search.fill(`${field}!=${value}`)
  await expect(bodyRows(page).filter({ hasText: shown })).toHaveCount(0)
  await expect(page).toHaveURL(/%21%3D/)
}
