import {
  checkCards,
  checkFacets,
  checkList,
  checkPivot,
  checkSortColumns,
  fixedGroupings,
  queryOffers,
} from '@binnacle/contract/health'
import { beforeAll, describe, expect, test } from 'vitest'
import { rollups } from './results/rollups.ts'
import { binOf } from './results/record.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

type TestAnswer = Awaited<ReturnType<TestBrowser['send']>>['body']

let app: TestApp
let browser: TestBrowser

interface Sample {
  name: string
  labels?: Record<string, string>
  state: 'healthy' | 'unhealthy' | 'unknown'
  type?: 'http' | 'tcp'
  description?: string
  /** Passed, failed and milliseconds of all runs of the last minutes. */
  ran?: readonly [number, number, number]
}

const shop: readonly Sample[] = [
  { name: 'front', labels: { tier: 'web' }, state: 'healthy', ran: [10, 0, 1_000] },
  { name: 'cart', labels: { tier: 'web' }, state: 'unhealthy', ran: [5, 5, 3_000], description: 'Sells' },
  { name: 'queue', labels: { tier: 'data' }, state: 'healthy', type: 'tcp' },
]
const depot: readonly Sample[] = [
  { name: 'stock', labels: { tier: 'data', team: 'a,b=c' }, state: 'unhealthy' },
  { name: 'gate', state: 'unhealthy', description: 'Sells' },
]
const well: readonly Sample[] = [{ name: 'cellar', state: 'healthy' }]

/** Adds results of a check to all rollups: what ran some minutes ago, each for so many milliseconds. */
async function addRuns(
  id: string | undefined,
  minutesAgo: number,
  { passed = 0, failed = 0, unknown = 0, duration = 100 },
): Promise<void> {
  for (const { table, width } of rollups)
    await app.database.pool.query(
      `insert into ${table} as kept values (
         $1, date_bin($2::interval, now() - $3::interval, 'epoch'), $4, $5, $6, $7::integer * $8::double precision, $8,
         $7::integer * derived.histogram_of($9)
       ) on conflict (check_id, bucket) do update set
         passed = kept.passed + excluded.passed, failed = kept.failed + excluded.failed,
         unknown = kept.unknown + excluded.unknown, duration_sum = kept.duration_sum + excluded.duration_sum,
         histogram = kept.histogram + excluded.histogram`,
      [
        id,
        `${width} milliseconds`,
        `${minutesAgo} minutes`,
        passed,
        failed,
        unknown,
        passed + failed,
        duration,
        binOf(duration),
      ],
    )
}

async function createCanary(
  name: string,
  namespace: string,
  labels: Record<string, string>,
  checks: readonly Sample[],
): Promise<string> {
  const specs = (type: string) =>
    checks
      .filter((check) => (check.type ?? 'http') === type)
      .map((check) => ({
        name: check.name,
        ...(type === 'http' ? { url: 'http://127.0.0.1:1/' } : { endpoint: '127.0.0.1:1' }),
        ...(check.labels === undefined ? {} : { labels: check.labels }),
        ...(check.description === undefined ? {} : { description: check.description }),
      }))
  const answer = await browser.send('POST', '/api/health/canaries', {
    body: { name, namespace, labels, spec: { http: specs('http'), tcp: specs('tcp') } },
  })
  expect(answer.status).toBe(201)
  for (const { name: check, state, ran } of checks) {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `update core.check_state set state = $3::text::core.health_state, message = 'says ' || $3::text, last_runtime = now()
       from core.checks where checks.id = check_id and checks.canary_id = $1 and checks.name = $2
       returning checks.id`,
      [answer.body.id, check, state],
    )
    const [passed, failed, milliseconds] = ran ?? [0, 0, 0]
    const duration = milliseconds / (passed + failed)
    if (ran !== undefined) await addRuns(rows[0]?.id, 0, { passed, failed, duration })
  }
  return answer.body.id
}

let shopId = ''
beforeAll(async () => {
  app = await startTestApp()
  browser = await app.signedIn()
  shopId = await createCanary('shop', 'prod', { env: 'live' }, shop)
  await createCanary('depot', 'prod', { env: 'live' }, depot)
  await createCanary('well', 'test', {}, well)
})

const encode = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString()

async function ask(path: string, query: Readonly<Record<string, string>> = {}) {
  const answer = await browser.send('GET', `/api/health/${path}?${encode(query)}`)
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return answer.body
}

const list = async (query?: Readonly<Record<string, string>>) => checkList.parse(await ask('checks', query))
const cards = async (query?: Readonly<Record<string, string>>) => checkCards.parse(await ask('cards', query))
const facets = async (query?: Readonly<Record<string, string>>) =>
  checkFacets.parse(await ask('facets', query))
const pivot = async (query?: Readonly<Record<string, string>>) => checkPivot.parse(await ask('pivot', query))
/** Names of the checks on a page, in alphabetical order. */
const names = async (query?: Readonly<Record<string, string>>) =>
  (await list({ sortBy: 'name', groupBy: 'none', ...query })).rows.map(({ name }) => name).toSorted()

describe('which checks are meant', () => {
  test('hiding those that pass leaves the others, and a status counts for more', async () => {
    expect(await names()).toEqual(['cart', 'cellar', 'front', 'gate', 'queue', 'stock'])
    expect(await names({ hidePassing: 'true' })).toEqual(['cart', 'gate', 'stock'])
    expect(await names({ hidePassing: 'true', status: 'healthy' })).toEqual(['cellar', 'front', 'queue'])
  })

  test('the reason why a check is not healthy is searched and grouped by; what healthy ones say is not', async () => {
    expect(await names({ query: 'SAYS unheal' })).toEqual(['cart', 'gate', 'stock'])
    expect(await names({ query: 'says' })).toEqual(['cart', 'gate', 'stock'])
    expect(await names({ query: '"says healthy"' })).toEqual([])
    const { groups } = await list({ groupBy: 'reason', sortBy: 'name' })
    expect(groups.map(({ key, name, counts }) => [key, name, counts.unhealthy + counts.healthy])).toEqual([
      ['=says unhealthy', 'says unhealthy', 3],
      ['-', null, 3],
    ])
    expect(await names({ groupBy: 'reason', group: '=says unhealthy' })).toEqual(['cart', 'gate', 'stock'])
  })

  test('the name of the canary is searched too, and words are found in any order', async () => {
    expect(await names({ query: 'shop' })).toEqual(['cart', 'front', 'queue'])
    expect(await names({ query: 'cart shop' })).toEqual(['cart'])
    expect(await names({ query: 'SHOP  cart' })).toEqual(['cart'])
    expect(await names({ query: 'unhealthy depot sells' })).toEqual(['gate'])
    expect(await names({ query: 'shop gate' })).toEqual([])
  })

  test('counters are those of what the other filters leave, hidden or not [HLT-019]', async () => {
    const all = { healthy: 3, unhealthy: 3, unknown: 0 }
    expect((await list({ hidePassing: 'true' })).counts).toEqual(all)
    expect((await cards({ hidePassing: 'true' })).counts).toEqual(all)
    expect((await pivot({ hidePassing: 'true' })).counts).toEqual(all)
    expect((await list({ tab: 'prod', labels: 'tier=web' })).counts).toEqual({
      healthy: 1,
      unhealthy: 1,
      unknown: 0,
    })
  })

  test.each([
    [{ labels: 'tier=web' }, ['cart', 'front']],
    [{ labels: 'tier=web,tier=data' }, ['cart', 'front', 'queue', 'stock']],
    [{ labels: '!tier=web' }, ['cellar', 'gate', 'queue', 'stock']],
    [{ labels: 'tier=data,env=live,!team=a\\,b=c' }, ['queue']],
    [{ labels: 'team=a\\,b=c' }, ['stock']],
    [{ labels: 'nothing' }, ['cart', 'cellar', 'front', 'gate', 'queue', 'stock']],
    [{ labels: 'tier=other' }, []],
    [{ labels: 'tier=web', query: 'CAR' }, ['cart']],
    [{ tab: 'test' }, ['cellar']],
    [{ tabBy: 'agent', tab: 'local', query: 'cellar' }, ['cellar']],
    [{ tabBy: 'label:tier', tab: 'web' }, ['cart', 'front']],
    [{ tabBy: 'label:tier', tab: 'none' }, []],
    [{ groupBy: 'label:tier', group: '=data' }, ['queue', 'stock']],
    [{ groupBy: 'label:tier', group: '-', tab: 'prod' }, ['gate']],
    [{ groupBy: 'type', group: 'tcp' }, ['queue']],
    [{ groupBy: 'type', group: 'moon' }, []],
  ])('filters of labels and tabs are combined: %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test.each([
    ['health=unhealthy', ['cart', 'gate', 'stock']],
    ['health=unhealthy type=http labels.tier=web,data -stock', ['cart']],
    ['type!=HTTP', ['queue']],
    ['name=c*', ['cart', 'cellar']],
    ['name="c*"', []],
    ['canary=depot | namespace:test', ['cellar', 'gate', 'stock']],
    ['labels.tier!=web', ['cellar', 'gate', 'queue', 'stock']],
    ['!labels.tier', ['cellar', 'gate']],
    ['labels=data', ['queue', 'stock']],
    ['labels."team"="a,b=c"', ['stock']],
    ['description=sells -(cart ; nothing)', ['gate']],
    ['reason="says unhealthy"', ['cart', 'gate', 'stock']],
    ['reason="says healthy"', []],
    ['created>now-1h agent=local', ['cart', 'cellar', 'front', 'gate', 'queue', 'stock']],
    ['created<now-1h', []],
    ['created>=now-1d/M created<now+1w/w -front', ['cart', 'cellar', 'gate', 'queue', 'stock']],
    ['created>=now+1w/w', []],
    ['http://127.0.0.1:1/ -cellar -sells', ['front', 'stock']],
    ['severity!=critical c', ['cart', 'cellar', 'stock']],
  ])('the search box takes a query: %s', async (query, expected) => {
    expect(await names({ query })).toEqual(expected)
  })

  test.each([
    ['sort=name', ['cart', 'cellar', 'front', 'gate', 'queue', 'stock']],
    ['sort=-name limit=2', ['stock', 'queue']],
    ['sort=labels.tier,-name', ['stock', 'queue', 'front', 'cart', 'gate', 'cellar']],
    ['sort=-labels.tier,name', ['cart', 'front', 'queue', 'stock', 'cellar', 'gate']],
    ['limit=4 sort=health,name', ['cart', 'gate', 'stock', 'cellar']],
    ['labels.tier limit=3 @order=name', ['cart', 'front', 'queue']],
  ])('a query says in which order checks come, and how many: %s', async (query, expected) => {
    const { rows, total } = await list({ groupBy: 'none', sortBy: 'latency', sortOrder: 'desc', query })
    expect(rows.map(({ name }) => name)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  test('with a limit, groups hold what is among the first of all, and counts are of all', async () => {
    const query = 'sort=-name limit=2'
    const { rows, groups, counts } = await list({ query })
    expect(rows.map(({ name }) => name)).toEqual(['stock', 'queue'])
    expect(groups.map(({ name }) => name)).toEqual(['depot', 'shop'])
    expect(counts).toEqual({ healthy: 3, unhealthy: 3, unknown: 0 })
    expect((await list({ query, group: shopId })).rows.map(({ name }) => name)).toEqual(['queue'])
    for (const sortBy of ['status', 'latency', 'name']) {
      const asked = { query: 'limit=2', sortBy, group: shopId }
      expect((await cards(asked)).cards.length).toBeLessThan(2)
      expect((await pivot(asked)).rows.length).toBeLessThan(2)
    }
    expect((await facets({ query })).tabs.reduce((sum, { count }) => sum + count, 0)).toBe(6)
  })

  test('an invalid query is refused by every list, with the position of the error', async () => {
    for (const path of ['checks', 'facets', 'cards', 'pivot']) {
      const answer = await browser.send('GET', `/api/health/${path}?${encode({ query: 'front tpye=http' })}`)
      const message =
        'The field "tpye" is not supported here: did you mean "type"? Quotes make it a text to search for.'
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { error: message, problems: [{ path: 'query', message, line: 1, column: 7 }] },
      ])
    }
  })

  test.each([
    ['na', 0, 2, ['name=', 'namespace=']],
    ['front -label', 7, 12, ['labels.']],
    ['labels.t', 0, 8, ['labels.team=', 'labels.tier=']],
    ['labels.tier=', 12, 12, ['data', 'web']],
    ['labels.team=', 12, 12, ['"a,b=c"']],
    ['canary=well,', 12, 12, ['depot', 'shop', 'well']],
    ['health=UN', 7, 9, ['unhealthy', 'unknown']],
    ['tpye=', 5, 5, []],
    ['name="fr', 8, 8, []],
    ["name=o'", 5, 7, []],
    ['so', 0, 2, ['sort=']],
    ['sort=-na', 5, 8, ['-name', '-namespace']],
    ['sort=name,-labels.t', 10, 19, ['-labels.team', '-labels.tier']],
    ['limit=', 6, 6, []],
  ])('what is offered at the end of the query %s', async (text, from, to, offered) => {
    const answer = queryOffers.parse(await ask('query-offers', { text, at: String(text.length) }))
    expect({ ...answer, offers: answer.offers.map((offer) => offer.text) }).toEqual({
      from,
      to,
      offers: offered,
    })
  })

  test('a query of the most words there may be answers in time', async () => {
    const words = Array.from({ length: 100 }, (_, index) => `-name=*${'a*'.repeat(5)}${index}`).join(' ')
    expect(await names({ query: words.slice(0, 2_000).replace(/\s\S*$/, '') })).toHaveLength(6)
  })

  test.each([
    ['groupBy=label:', 'groupBy'],
    ['tabBy=moon', 'tabBy'],
    ['hidePassing=perhaps', 'hidePassing'],
  ])('%s is refused, with the name of the field', async (query, path) => {
    const answer = await browser.send('GET', `/api/health/checks?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ path }] } })
  })
})

describe('groups', () => {
  test.each([
    ['canary_name', ['depot', 'shop', 'well']],
    ['name', ['cart', 'cellar', 'front', 'gate', 'queue', 'stock']],
    ['description', ['Sells', null]],
    ['type', ['http', 'tcp']],
    ['label:tier', ['data', 'web', null]],
    ['label:nobody has it', [null]],
  ])('by %s hold every check once, those without a value last [HLT-007]', async (groupBy, expected) => {
    const found = await list({ groupBy, sortBy: 'name' })
    expect(found.groups.map(({ name }) => name)).toEqual(expected)
    expect(found.total).toBe(6)
    const members = found.groups.map(({ key }) => found.rows.filter(({ group }) => group === key).length)
    expect(members.reduce((sum, count) => sum + count, 0)).toBe(6)
    expect(members).not.toContain(0)
  })

  test('are good, mixed or bad by the counts of all members, hidden or not [HLT-022]', async () => {
    const { groups, rows } = await list({ hidePassing: 'true', sortBy: 'name' })
    expect(rows.map(({ name }) => name)).toEqual(['gate', 'stock', 'cart'])
    expect(groups.map(({ name, counts }) => [name, counts])).toEqual([
      ['depot', { healthy: 0, unhealthy: 2, unknown: 0 }],
      ['shop', { healthy: 2, unhealthy: 1, unknown: 0 }],
    ])
  })

  test('have a type, an icon, an uptime and a mean latency of all members [HLT-024]', async () => {
    const { groups } = await list({ sortBy: 'name' })
    expect(groups).toMatchObject([
      { name: 'depot', type: 'http', latency: null, uptime: { passed: 0, failed: 0 }, namespace: 'prod' },
      { name: 'shop', type: 'multiple', icon: 'multiple', latency: 200, uptime: { passed: 15, failed: 5 } },
      { name: 'well', type: 'http', namespace: 'test' },
    ])
    expect(groups[0]?.icon).toBeNull()
    // One without an icon, which is drawn by its type, differs from one that has one.
    const setIcon = (check: string, icon: string | null) =>
      app.database.pool.query('update core.checks set icon = $2 where name = $1', [check, icon])
    await setIcon('gate', 'http')
    expect((await list({ sortBy: 'name' })).groups[0]?.icon).toBe('multiple')
    await setIcon('gate', null)
    const types = await list({ groupBy: 'type' })
    expect(types.groups.map(({ namespace }) => namespace)).toEqual([null, 'prod'])
  })

  test('that are folded are one line, whatever their key is made of', async () => {
    const { groups } = await list({ groupBy: 'label:team' })
    const [key = ''] = groups.filter(({ name }) => name === 'a,b=c').map((group) => group.key)
    const folded = await list({ groupBy: 'label:team', collapsed: key.replace(',', '\\,') })
    expect(folded.total).toBe(6)
    expect(folded.groups.find((group) => group.key === key)?.collapsed).toBe(true)
    expect(folded.rows.map(({ name }) => name)).not.toContain('stock')
  })
})

describe('cards', () => {
  test('show the members that are meant, the broken first, and what those say', async () => {
    const { cards: found, total } = await cards()
    expect(total).toBe(3)
    expect(found.map(({ name }) => name)).toEqual(['depot', 'shop', 'well'])
    expect(found[1]).toMatchObject({
      shown: 3,
      cells: [
        { name: 'cart', state: 'unhealthy', message: 'says unhealthy' },
        { name: 'front', state: 'healthy', message: null },
        { name: 'queue', state: 'healthy', type: 'tcp' },
      ],
    })
    const hidden = await cards({ hidePassing: 'true', sortBy: 'name', sortOrder: 'desc' })
    expect(hidden.cards.map(({ name, shown }) => [name, shown])).toEqual([
      ['shop', 1],
      ['depot', 2],
    ])
  })

  test.each([...checkSortColumns])('are on one page each, sorted by %s', async (sortBy) => {
    for (const sortOrder of ['asc', 'desc'])
      for (const groupBy of fixedGroupings) {
        const asked = { sortBy, sortOrder, groupBy, pageSize: '2' }
        const seen: string[] = []
        const { total } = await cards(asked)
        for (let page = 0; page * 2 < total; page += 1)
          seen.push(...(await cards({ ...asked, pageIndex: String(page) })).cards.map(({ key }) => key))
        expect(new Set(seen).size).toBe(total)
      }
  })

  test('give out the rest of their members when they are asked for more', async () => {
    const more = await ask('cells', { group: shopId, offset: '1' })
    expect(more.map(({ name }: { name: string }) => name)).toEqual(['front', 'queue'])
    expect(await ask('cells', { group: shopId, offset: '3' })).toEqual([])
  })
})

describe('tabs and labels', () => {
  test('tabs are in alphabetical order, with what the other filters leave [HLT-009, HLT-011]', async () => {
    expect((await facets()).tabs).toEqual([
      { value: 'prod', count: 5 },
      { value: 'test', count: 1 },
    ])
    expect((await facets({ tab: 'test', hidePassing: 'true', labels: 'tier=web' })).tabs).toEqual([
      { value: 'prod', count: 1 },
      { value: 'test', count: 0 },
    ])
    expect((await facets({ tabBy: 'label:tier' })).tabs).toEqual([
      { value: 'data', count: 2 },
      { value: 'web', count: 2 },
    ])
    // Neither how many there are nor capital letters change the order.
    expect((await facets({ query: 'cellar' })).tabs).toEqual([
      { value: 'prod', count: 0 },
      { value: 'test', count: 1 },
    ])
    const rename = (from: string, to: string) =>
      app.database.pool.query('update core.checks set namespace = $2 where namespace = $1', [from, to])
    await rename('prod', 'Zone')
    expect((await facets()).tabs.map(({ value }) => value)).toEqual(['test', 'Zone'])
    await rename('Zone', 'prod')
  })

  test('agents are tabs by their name [HLT-013]', async () => {
    expect((await facets({ tabBy: 'agent' })).tabs).toEqual([{ value: 'local', count: 6 }])
  })

  test('an empty namespace is the tab none [HLT-012]', async () => {
    const rename = (from: string, to: string) =>
      app.database.pool.query('update core.checks set namespace = $2 where namespace = $1', [from, to])
    await rename('test', '')
    expect((await facets()).tabs.map(({ value }) => value)).toEqual(['none', 'prod'])
    expect(await names({ tab: 'none' })).toEqual(['cellar'])
    await rename('', 'test')
  })

  test('labels have the counts that choosing another value of the same key would give', async () => {
    const { labels } = await facets({ labels: 'tier=web' })
    expect(labels).toEqual([
      { key: 'env', values: [{ value: 'live', count: 2 }], more: 0 },
      { key: 'team', values: [{ value: 'a,b=c', count: 0 }], more: 0 },
      {
        key: 'tier',
        values: [
          { value: 'data', count: 2 },
          { value: 'web', count: 2 },
        ],
        more: 0,
      },
    ])
    expect((await facets({ tab: 'test' })).labels.map(({ key }) => key)).toEqual(['env', 'team', 'tier'])
  })
})

test('a pivot sets groups against the values of a label, a namespace or an agent', async () => {
  const byTier = await pivot({ pivotBy: 'label:tier', sortBy: 'name' })
  expect(byTier).toMatchObject({ columns: ['data', 'web', null], more: 0, total: 3 })
  expect(byTier.rows.map(({ name }) => name)).toEqual(['depot', 'shop', 'well'])
  const shopRow = byTier.rows[1]?.cells.toSorted((a, b) => String(a.column).localeCompare(String(b.column)))
  expect(shopRow).toEqual([
    {
      column: 'data',
      check: expect.any(String),
      counts: { healthy: 1, unhealthy: 0, unknown: 0 },
      uptime: { passed: 0, failed: 0 },
      latency: null,
    },
    {
      column: 'web',
      check: null,
      counts: { healthy: 1, unhealthy: 1, unknown: 0 },
      uptime: { passed: 15, failed: 5 },
      latency: 200,
    },
  ])
  expect((await pivot()).columns).toEqual(['prod', 'test'])
  expect((await pivot({ pivotBy: 'agent', groupBy: 'type' })).columns).toEqual(['local'])
  const broken = await pivot({ pivotBy: 'label:tier', hidePassing: 'true', groupBy: 'label:env' })
  expect(broken.rows.map(({ name }) => name)).toEqual(['live'])
})

describe('figures', () => {
  const plain = { duration: 100 }

  /** A separate canary, so that other tests see nothing of it. */
  async function createRuns(
    name: string,
    runs: Readonly<Record<string, readonly (readonly [minutesAgo: number, Parameters<typeof addRuns>[2]])[]>>,
  ): Promise<string> {
    const samples = Object.keys(runs).map((check) => ({ name: check, state: 'healthy' as const }))
    const id = await createCanary(name, name, {}, samples)
    const { rows } = await app.database.pool.query<{ id: string; name: string }>(
      'select id, name from core.checks where canary_id = $1',
      [id],
    )
    for (const check of rows)
      for (const [minutesAgo, results] of runs[check.name] ?? []) await addRuns(check.id, minutesAgo, results)
    return id
  }

  const remove = (id: string) => browser.send('DELETE', `/api/health/canaries/${id}`)
  const DAY = 24 * 60

  test('are those of the range, in the table, its groups, the cards and the pivot table', async () => {
    const id = await createRuns('range', {
      aging: [
        [0, { passed: 10, duration: 100 }],
        [3 * 60, { failed: 10, duration: 500 }],
        [5 * DAY, { passed: 20, duration: 1_000 }],
        [40 * DAY, { failed: 40, duration: 4_000 }],
      ],
    })
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const wanted = [
      [{}, [10, 0], 100, 100],
      [{ timeRange: '1h' }, [10, 0], 100, 100],
      [{ timeRange: '6h' }, [10, 10], 300, 500],
      [{ timeRange: '1d' }, [10, 10], 300, 500],
      [{ timeRange: '1w' }, [30, 10], 650, 1_000],
      [{ timeRange: '3mo' }, [30, 50], 2_325, 4_000],
      [{ from: ago(4 * 60), to: ago(2 * 60) }, [0, 10], 500, 500],
    ] as const
    for (const [range, [passed, failed], mean, p95] of wanted) {
      const asked = { tab: 'range', ...range }
      const { rows, groups } = await list(asked)
      const [card] = (await cards(asked)).cards
      const cell = (await pivot(asked)).rows[0]?.cells[0]
      const uptimes = [rows[0]?.uptime, groups[0]?.uptime, card?.uptime, cell?.uptime]
      expect(uptimes.map((uptime) => [uptime?.passed, uptime?.failed])).toEqual(
        uptimes.map(() => [passed, failed]),
      )
      const means = [rows[0]?.latency.rolling1h, groups[0]?.latency, card?.latency, cell?.latency]
      expect(means).toEqual(means.map(() => mean))
      expect(Math.abs((rows[0]?.latency.p95 ?? 0) / p95 - 1)).toBeLessThanOrEqual(0.05)
    }
    await remove(id)
  })

  test('are the same as those of the chart of the check, where both are read from rollups', async () => {
    const id = await createRuns('chart', {
      long: [0, 50, 190, 200, 500, 2_000, 7_000, 20_000].map((ago, index) => [
        ago,
        { passed: index + 1, failed: index, duration: 10 * 2 ** index },
      ]),
    })
    for (const timeRange of ['3h', '6h', '12h', '1d', '3d', '1w', '1mo']) {
      const [row] = (await list({ tab: 'chart', timeRange })).rows
      const { body } = await browser.send('GET', `/api/canary/api/graph?check=${row?.id}&since=${timeRange}`)
      expect([timeRange, body.uptime.passed, body.uptime.failed]).toEqual([
        timeRange,
        row?.uptime.passed,
        row?.uptime.failed,
      ])
      expect([body.latency.p50, body.latency.p99]).toEqual([row?.latency.p50, row?.latency.p99])
      const sum = (key: string) =>
        body.status.reduce((total: number, point: TestAnswer) => total + point[key], 0)
      expect([timeRange, sum('passed'), sum('failed')]).toEqual([
        timeRange,
        body.uptime.passed,
        body.uptime.failed,
      ])
    }
    await remove(id)
  })

  test('sort by latency and uptime, with what has none behind both ways, and every check on one page', async () => {
    const id = await createRuns('order', {
      // The mean of the first is above the second's, and its p95 is below.
      steady: [[0, { passed: 100, duration: 300 }]],
      spiky: [
        [0, { passed: 90, failed: 0, duration: 10 }],
        [0, { failed: 10, duration: 900 }],
      ],
      quick: [[0, { passed: 10, duration: 20 }]],
      same: [[0, { passed: 10, duration: 20 }]],
      never: [],
      'always unknown': [[0, { unknown: 10 }]],
      'long ago': [[300, { passed: 10, duration: 5_000 }]],
    })
    const without = ['always unknown', 'long ago', 'never']
    for (const [query, expected] of [
      [{ sortBy: 'latency', sortOrder: 'asc' }, ['quick', 'same', 'steady', 'spiky', ...without]],
      [{ sortBy: 'latency', sortOrder: 'desc' }, ['spiky', 'steady', 'quick', 'same', ...without]],
      [{ sortBy: 'uptime', sortOrder: 'asc' }, ['spiky', 'quick', 'same', 'steady', ...without]],
    ] as const) {
      const asked = { ...query, groupBy: 'none', tab: 'order' }
      const found = await list(asked)
      expect(found.rows.map(({ name }) => name)).toEqual(expected)
      const paged: string[] = []
      for (let page = 0; page < 4; page += 1)
        paged.push(
          ...(await list({ ...asked, pageSize: '2', pageIndex: String(page) })).rows.map(({ name }) => name),
        )
      expect(paged).toEqual(expected)
      expect((await list({ ...asked, groupBy: 'canary_name' })).rows.map(({ name }) => name)).toEqual(
        expected,
      )
    }
    const [last] = (await list({ sortBy: 'latency', groupBy: 'none', tab: 'order' })).rows.slice(-1)
    expect(last?.latency).toMatchObject({ p50: null, p95: null, rolling1h: null })
    await remove(id)
  })

  test('are the same whether rollups are read check by check or by their time', async () => {
    const runs = Object.fromEntries(
      Array.from({ length: 250 }, (_, number) => [
        `check ${number}`,
        [
          [0, { ...plain, passed: number, failed: 1 }],
          [30, { ...plain, passed: 1, failed: number }],
        ] as const,
      ]),
    )
    const id = await createRuns('many', runs)
    await app.database.pool.query('analyze core.check_state')
    const asked = { sortBy: 'uptime', groupBy: 'none', pageSize: '1000' }
    const all = (await list({ ...asked })).rows.filter(({ namespace }) => namespace === 'many')
    // Few of all are looked up one by one.
    for (const part of ['check 1', 'check 24'])
      for (const row of (await list({ ...asked, query: part, tab: 'many' })).rows)
        expect(all.find((other) => other.id === row.id)).toMatchObject({
          uptime: row.uptime,
          latency: row.latency,
        })
    expect(all).toHaveLength(250)
    const { uptime } = (await cards({ tab: 'many' })).cards[0] ?? {}
    const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0)
    expect(uptime).toEqual({
      passed: sum(all.map((row) => row.uptime.passed)),
      failed: sum(all.map((row) => row.uptime.failed)),
    })
    await remove(id)
  })

  test('a range that ends before it begins, or has a name that there is not, is refused', async () => {
    const refused = ['timeRange=moon', 'from=soon', 'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z']
    for (const path of ['checks', 'cards', 'pivot'])
      for (const query of refused)
        expect((await browser.send('GET', `/api/health/${path}?${query}`)).status).toBe(400)
  })
})

describe('what burns first', () => {
  const place = 'burning'
  beforeAll(async () => {
    const bad = (name: string): Sample => ({ name, state: 'unhealthy' })
    const good = (name: string): Sample => ({ name, state: 'healthy' })
    await createCanary('a well', place, {}, [good('a1')])
    await createCanary('b half', place, {}, [bad('b1'), good('b2')])
    await createCanary('c third', place, {}, [bad('c1'), good('c2'), good('c3')])
    await createCanary('d severe third', place, {}, [bad('d1'), good('d2'), good('d3')])
    await createCanary('e all', place, {}, [bad('e1')])
    await createCanary('f all for long', place, {}, [bad('f1')])
    await createCanary('g unknown', place, {}, [{ name: 'g1', state: 'unknown' }])
    const { pool } = app.database
    await pool.query(`update core.checks set severity = 'critical' where namespace = $1 and name = 'd1'`, [
      place,
    ])
    await pool.query(
      `update core.check_state set last_transition_time =
         now() - case name when 'f1' then interval '2 days' when 'c1' then interval '1 day' else interval '1 hour' end
       from core.checks where checks.id = check_id and namespace = $1`,
      [place],
    )
  })

  test.each(['true', 'false'])(
    'is a group of which all fail, then severity, share and age; hiding what passes changes nothing: %s',
    async (hidePassing) => {
      const { groups } = await list({ tab: place, hidePassing })
      expect(groups.map(({ name }) => name)).toEqual([
        'f all for long',
        'e all',
        'd severe third',
        'b half',
        'c third',
        'g unknown',
        ...(hidePassing === 'true' ? [] : ['a well']),
      ])
    },
  )

  test('is, of single checks, the severe one, then what fails for longest', async () => {
    const { rows } = await list({ tab: place, groupBy: 'none', hidePassing: 'true' })
    expect(rows.map(({ name }) => name)).toEqual(['d1', 'f1', 'c1', 'b1', 'e1', 'g1'])
    const longest = await list({ tab: place, groupBy: 'none', sortBy: 'failing_since' })
    expect(longest.rows.slice(0, 2).map(({ name }) => name)).toEqual(['f1', 'c1'])
  })

  test('is, by failures, what failed most often', async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `select id from core.checks where namespace = $1 and name = any ($2) order by name`,
      [place, ['b1', 'e1']],
    )
    await addRuns(rows[0]?.id, 0, { passed: 10, failed: 2, duration: 5 })
    await addRuns(rows[1]?.id, 0, { passed: 0, failed: 7, duration: 5 })
    const most = await list({ tab: place, groupBy: 'none', sortBy: 'failures', sortOrder: 'desc' })
    expect(most.rows.slice(0, 2).map(({ name }) => name)).toEqual(['e1', 'b1'])
  })
})
