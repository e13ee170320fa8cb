import { checkCards, checkFacets, checkList, checkPivot, fixedGroupings } from '@binnacle/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

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
    if (ran !== undefined)
      await app.database.pool.query(
        `insert into core.check_rollups_5m values ($1, date_bin('5 minutes', now(), 'epoch'), $2, $3, 0, $4::double precision, $4::double precision, '{}')`,
        [rows[0]?.id, ...ran],
      )
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
const names = async (query?: Readonly<Record<string, string>>) =>
  (await list({ sortBy: 'name', groupBy: 'none', ...query })).rows.map(({ name }) => name)

describe('which checks are meant', () => {
  test('hiding those that pass leaves the others, and a status counts for more', async () => {
    expect(await names()).toEqual(['cart', 'cellar', 'front', 'gate', 'queue', 'stock'])
    expect(await names({ hidePassing: 'true' })).toEqual(['cart', 'gate', 'stock'])
    expect(await names({ hidePassing: 'true', status: 'healthy' })).toEqual(['cellar', 'front', 'queue'])
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
  ])('filters of labels and tabs are combined: %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
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
    expect(groups[0]?.icon).not.toBe('multiple')
    // One without an icon differs from one that has one.
    const setIcon = (check: string, icon: string | null) =>
      app.database.pool.query('update core.checks set icon = $2 where name = $1', [check, icon])
    await setIcon('gate', null)
    expect((await list({ sortBy: 'name' })).groups[0]?.icon).toBe('multiple')
    await setIcon('gate', groups[0]?.icon ?? null)
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

  test.each(['status', 'name', 'type', 'uptime', 'latency', 'last_transition_time', 'created_at'])(
    'are on one page each, sorted by %s',
    async (sortBy) => {
      for (const sortOrder of ['asc', 'desc'])
        for (const groupBy of fixedGroupings) {
          const asked = { sortBy, sortOrder, groupBy, pageSize: '2' }
          const seen: string[] = []
          const { total } = await cards(asked)
          for (let page = 0; page * 2 < total; page += 1)
            seen.push(...(await cards({ ...asked, pageIndex: String(page) })).cards.map(({ key }) => key))
          expect(new Set(seen).size).toBe(total)
        }
    },
  )

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
      counts: { healthy: 1, unhealthy: 0, unknown: 0 },
      uptime: { passed: 0, failed: 0 },
      latency: null,
    },
    {
      column: 'web',
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
