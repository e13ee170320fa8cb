import {
  checkColumns,
  checkList,
  checkSortColumns,
  fixedGroupings,
  queryOffers,
} from '@binnacle/contract/health'
import { describe, expect, test } from 'vitest'
import { testListColumns } from '../../testing/list-columns.ts'
import { prepareDashboard } from './testing.ts'

const { app, browser, shopId, ask, list, cards, facets, pivot, names } = await prepareDashboard()

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
      const parameters = { query: 'limit=2', sortBy, group: shopId }
      expect((await cards(parameters)).cards.length).toBeLessThan(2)
      expect((await pivot(parameters)).rows.length).toBeLessThan(2)
    }
    expect((await facets({ query })).tabs.reduce((sum, { count }) => sum + count, 0)).toBe(6)
  })

  test('an invalid query is refused by every list, with the position of the error', async () => {
    for (const path of ['checks', 'facets', 'cards', 'pivot']) {
      const answer = await browser.send('GET', `/api/health/${path}?query=front+tpye%3Dhttp`)
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
        const parameters = { sortBy, sortOrder, groupBy, pageSize: '2' }
        const seen: string[] = []
        const { total } = await cards(parameters)
        for (let page = 0; page * 2 < total; page += 1)
          seen.push(...(await cards({ ...parameters, pageIndex: String(page) })).cards.map(({ key }) => key))
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

testListColumns({
  title: 'the list of checks',
  columns: checkColumns,
  list: (parameters) => ask('checks', { groupBy: 'none', ...parameters }),
  sorted: (sortBy, sortOrder) => ({ sortBy, sortOrder }),
  reverses: false,
  parse: (answer) => checkList.parse(answer).rows,
})
