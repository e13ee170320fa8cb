import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CatalogSummaryRow, catalogSummaryRequest } from '@binnacle/contract/catalog'
import type { ManualClock } from '../../../../platform/clock.ts'
import { newId } from '../../../../platform/ids.ts'
import type { TestDatabase } from '../../../../testing/database.ts'
import { groupColumns } from '../../queries/summary-columns.ts'
import { groupingOf, summarizeGrouping } from '../../queries/summary-groupings.ts'
import { summarizeCatalog, summarizeItems } from '../../queries/summary.ts'
import { foldCounts } from './counts.ts'
import { countGroupings, foldGroupings, requestGrouping } from './groupings.ts'
import type { OpenCatalogStore } from '../index.ts'
import type { StoreInput } from '../input.ts'
import { addScraper, openTestStore, readyChange, itemInput } from '../testing.ts'
import { PLACES, step, take } from '../histories/testing.ts'

let database: TestDatabase
let clock: ManualClock
let store: OpenCatalogStore

beforeAll(async () => {
  ;({ database, clock, store } = await openTestStore(new Date('2026-03-01T12:00:00Z')))
})
afterAll(() => store.close())

const requests = [
  { groupBy: ['cluster'] },
  { groupBy: ['cluster__tag', 'zone'], changes: { since: '7d' } },
  { groupBy: ['type'], tags: ['zone'], cost: '30d' },
  { groupBy: ['config_class', 'status'], archived: true },
].map((request) => catalogSummaryRequest.parse(request))

type Request = (typeof requests)[number]

function groupingOfRequest(request: Request): readonly string[] {
  const grouping = groupingOf(request, groupColumns(request))
  if (grouping === undefined) throw new Error('the request cannot be counted')
  return grouping
}

const counted = (request: Request) =>
  summarizeGrouping(database.pool, request, groupColumns(request), groupingOfRequest(request))
const read = (request: Request) => summarizeItems(database.pool, request, groupColumns(request))

async function stateOf(request: Request): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ state: string }>(
    'select state from core.config_groupings where columns = $1',
    [groupingOfRequest(request)],
  )
  return rows[0]?.state
}

const withoutTimes = (rows: CatalogSummaryRow[] | undefined) =>
  rows?.map(({ created_at: _created, updated_at: _updated, ...row }) => row)

/** Whether what is counted is what the items say. Times are right once all is added. */
async function expectCounts(): Promise<void> {
  for (const request of requests)
    expect(withoutTimes(await counted(request))).toEqual(withoutTimes(await read(request)))
  await foldCounts(database.pool)
  for (const request of requests) expect(await counted(request)).toEqual(await read(request))
}

/** Counts groupings as soon as the transactions of others have ended. They may be of other databases of the server. */
async function countAll(): Promise<void> {
  await expect
    .poll(
      async () => {
        await countGroupings(database.pool)
        const { rows } = await database.pool.query(
          `select columns from core.config_groupings where state = 'requested'`,
        )
        return rows
      },
      { timeout: 20_000 },
    )
    .toEqual([])
}

async function forgetGroupings(): Promise<void> {
  await database.pool.query('delete from core.config_groupings')
}

test('counts of groupings are what the items say, whenever somebody asked for them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 12 }), {
        minLength: requests.length,
        maxLength: requests.length,
      }),
      async (steps, askedAt) => {
        await forgetGroupings()
        const scraper = await addScraper(database.pool)
        const ids = Array.from({ length: PLACES }, () => newId())
        for (const [index, each] of steps.entries()) {
          for (const [place, request] of requests.entries())
            if (askedAt[place] === index) await requestGrouping(database.pool, groupingOfRequest(request))
          if (index % 3 === 0) await countGroupings(database.pool)
          await take({ database, clock, store }, scraper, ids, each)
        }
        for (const request of requests) await requestGrouping(database.pool, groupingOfRequest(request))
        await countAll()
        await expectCounts()
      },
    ),
    { numRuns: 25 },
  )
})

test('counts of groupings are right where items, tags and requests are written at the same time', async () => {
  await forgetGroupings()
  const [scraper, other] = [await addScraper(database.pool), await addScraper(database.pool)]
  const ids = Array.from({ length: 20 }, () => newId())
  const found = (round: number): StoreInput[] =>
    ids.map((id, place) =>
      itemInput(id, id, {
        type: 'Group::Shared',
        health: round % 2 === 0 ? 'healthy' : 'unhealthy',
        tags: { cluster: `cluster-${(round + place) % 3}`, zone: `zone-${round % 2}` },
      }),
    )
  await store.follow(scraper, found(0))
  const rounds = Array.from({ length: 6 }, (_, round) => round)
  await Promise.all([
    (async () => {
      for (const round of rounds) await store.follow(scraper, found(round))
    })(),
    (async () => {
      for (const round of rounds)
        await store.follow(
          other,
          ids.map((id) => readyChange(id, { externalId: `change ${round}` })),
        )
    })(),
    (async () => {
      for (const id of ids.slice(0, 10))
        await database.pool.query(
          'insert into core.config_item_notes (config_id, archived_at) values ($1, now())',
          [id],
        )
    })(),
    (async () => {
      for (const request of requests) {
        await requestGrouping(database.pool, groupingOfRequest(request))
        await countGroupings(database.pool)
        await foldCounts(database.pool)
      }
    })(),
  ])
  await countAll()
  for (const request of requests) expect(await stateOf(request)).toBe('counted')
  await expectCounts()
})

test('a grouping is not counted while a transaction writes that began before somebody asked for it', async () => {
  await forgetGroupings()
  const request = catalogSummaryRequest.parse({ groupBy: ['cluster'] })
  const writer = await database.pool.connect()
  try {
    await writer.query('begin')
    await writer.query(
      `insert into core.config_items (id, config_class, type, name, external_id, tags)
       values ($1, 'Early', 'Group::Early', 'early', '{early}', '{"cluster": "early"}')`,
      [newId()],
    )
    await requestGrouping(database.pool, groupingOfRequest(request))
    await countGroupings(database.pool)
    expect(await stateOf(request)).toBe('requested')
    expect(await counted(request)).toBeUndefined()
    await writer.query('commit')
  } finally {
    writer.release()
  }
  await countAll()
  expect(await stateOf(request)).toBe('counted')
  expect(await counted(request)).toEqual(await read(request))
  expect(await counted(request)).toContainEqual(expect.objectContaining({ cluster: 'early', count: 1 }))
})

test('a summary of many items asks for its grouping, and one with a value for each item is read', async () => {
  await forgetGroupings()
  await database.pool.query(
    `insert into core.config_items (id, config_class, type, name, external_id, tags)
     select core.new_id(), 'Many', 'Many::Items', 'many-' || number, array['many-' || number],
       jsonb_build_object('cluster', 'many-' || number % 7,
       'host', 'host-' || number, 'long', case when number = 1 then repeat('x', 2000) end)
     from generate_series(1, 11000) as number`,
  )
  const clusters = catalogSummaryRequest.parse({ groupBy: ['cluster'] })
  const hosts = catalogSummaryRequest.parse({ groupBy: ['host'] })
  const long = catalogSummaryRequest.parse({ groupBy: ['long'] })
  for (const request of [clusters, hosts, long]) {
    const rows = await summarizeCatalog(database.pool, request)
    await countAll()
    expect(await summarizeCatalog(database.pool, request)).toEqual(rows)
  }
  expect(await stateOf(clusters)).toBe('counted')
  expect(await stateOf(hosts)).toBe('refused')
  expect(await stateOf(long)).toBe('refused')
  // What was counted, and gets too many groups later, is read again.
  await database.pool.query(
    `update core.config_items set tags = jsonb_build_object('cluster', tags ->> 'host') where type = 'Many::Items'`,
  )
  const rows = await summarizeCatalog(database.pool, clusters)
  await foldCounts(database.pool)
  expect(await stateOf(clusters)).toBe('refused')
  expect(await summarizeCatalog(database.pool, clusters)).toEqual(rows)
  await database.pool.query(`update core.config_items set deleted_at = now() where type = 'Many::Items'`)
})

test('a grouping whose deltas take too long to add is given up', async () => {
  await forgetGroupings()
  const request = catalogSummaryRequest.parse({ groupBy: ['cluster'] })
  await requestGrouping(database.pool, groupingOfRequest(request))
  await countAll()
  await database.pool.query(
    `insert into core.config_items (id, config_class, type, name, external_id, tags)
     select core.new_id(), 'Slow', 'Slow::Items', 'slow-' || number, array['slow-' || number],
       jsonb_build_object('cluster', 'slow-' || number) from generate_series(1, 300) as number`,
  )
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout = 1')
    await expect(client.query('select core.fold_grouping_deltas()')).rejects.toThrow('statement timeout')
    // The statement that gives it up needs its time.
    await foldGroupings({
      async query(statement, values) {
        const text = typeof statement === 'string' ? statement : statement.text
        if (!text.includes('fold_grouping_deltas')) await client.query('reset statement_timeout')
        return client.query(statement, values)
      },
    })
    expect(await stateOf(request)).toBe('refused')
  } finally {
    client.release(true)
  }
  await foldCounts(database.pool)
  const { rows } = await database.pool.query('select from core.config_grouping_deltas')
  expect(rows).toEqual([])
  expect(await summarizeCatalog(database.pool, request)).toEqual(await read(request))
})

test('thousands of items that get other tags are added to the counts in a moment, with the times of all groups', async () => {
  await forgetGroupings()
  await database.pool.query(
    `insert into core.config_items (id, config_class, type, name, external_id, tags, updated_at)
     select core.new_id(), 'Moved', 'Moved::Items', 'moved-' || number, array['moved-' || number],
       jsonb_build_object('cluster', 'old-' || number % 2000), now() - make_interval(mins => number)
     from generate_series(1, 5000) as number`,
  )
  const request = catalogSummaryRequest.parse({ groupBy: ['cluster'] })
  await requestGrouping(database.pool, groupingOfRequest(request))
  await countAll()
  // The newest ones, so that every group loses its latest item.
  await database.pool.query(
    `update core.config_items set tags = jsonb_build_object('cluster', 'new-' || (tags ->> 'cluster')), updated_at = now()
     where type = 'Moved::Items' and updated_at > now() - make_interval(mins => 4500)`,
  )
  const began = performance.now()
  await foldCounts(database.pool)
  // It took minutes where each row was compared with each.
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(await stateOf(request)).toBe('counted')
  expect(await counted(request)).toEqual(await read(request))
  await database.pool.query(`update core.config_items set deleted_at = now() where type = 'Moved::Items'`)
})

test('at most eight groupings are counted, and those that nobody asked for make room', async () => {
  await forgetGroupings()
  for (let number = 0; number < 10; number += 1) await requestGrouping(database.pool, [`tag:${number}`])
  const columns = async () =>
    (
      await database.pool.query<{ columns: string[] }>(
        'select columns from core.config_groupings order by columns',
      )
    ).rows.flatMap((row) => row.columns)
  expect(await columns()).toEqual(Array.from({ length: 8 }, (_, number) => `tag:${number}`))
  await database.pool.query(
    `update core.config_groupings set requested_at = now() - interval '2 days' where columns = '{tag:3}'`,
  )
  await requestGrouping(database.pool, ['tag:new'])
  expect(await columns()).toEqual(['tag:0', 'tag:1', 'tag:2', 'tag:4', 'tag:5', 'tag:6', 'tag:7', 'tag:new'])
  await database.pool.query(`update core.config_groupings set requested_at = now() - interval '31 days'`)
  await countGroupings(database.pool)
  expect(await columns()).toEqual([])
})
