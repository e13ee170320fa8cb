import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogSummaryRequest } from '@binnacle/contract/catalog'
import type { ManualClock } from '../../../../platform/clock.ts'
import { newId } from '../../../../platform/ids.ts'
import type { TestDatabase } from '../../../../testing/database.ts'
import { isCounted } from '../../queries/summary-counts.ts'
import { summarizeCatalog } from '../../queries/summary.ts'
import { foldCounts } from './counts.ts'
import type { OpenCatalogStore } from '../index.ts'
import type { StoreInput, ItemInput } from '../input.ts'
import { addScraper, openTestStore, readyChange, readyInsight, itemInput } from '../testing.ts'
import { PLACES, step, take } from '../histories/testing.ts'

let database: TestDatabase
let clock: ManualClock
let store: OpenCatalogStore

beforeAll(async () => {
  ;({ database, clock, store } = await openTestStore(new Date('2026-03-01T12:00:00Z')))
})
afterAll(() => store.close())

/** What the items say themselves: all that a summary by type shows, archived ones apart. */
const recount = `
  with items as (
    select item.*, coalesce(item.health, 'unknown') as known_health, notes.archived_at is not null as archived,
      stats.changes_7d, stats.changes_30d, stats.open_analysis
    from core.config_items as item
    left join core.config_item_stats as stats on stats.config_id = item.id
    left join core.config_item_notes as notes on notes.config_id = item.id
    where item.deleted_at is null
  )
  select type, archived, known_health as health, metric, sum(value)::float8 as value, null::timestamptz as at
  from items cross join lateral (
    select 'count' as metric, 1::numeric as value
    union all select 'changes_7d', changes_7d
    union all select 'changes_30d', changes_30d
    union all select 'cost_total_30d', cost_total_30d
    union all select 'analysis:' || key, value::numeric from jsonb_each_text(open_analysis)
  ) as metrics
  group by 1, 2, 3, 4 having sum(value) <> 0
  union all
  select type, archived, '', metric, count(*)::float8, max(at)
  from items cross join lateral (
    values ('created_at', created_at), ('updated_at', updated_at)
  ) as times (metric, at)
  group by 1, 2, 3, 4`

const ordered = (statement: string) =>
  `select * from (${statement}) as counts order by type, archived, health, metric`

async function countsOf(statement: string) {
  return (await database.pool.query(ordered(statement))).rows
}

const stored = 'select type, archived, health, metric, value::float8, at from core.config_type_counts'
/** With what is not added yet. Times are compared when it is added. */
const read = `
  select type, archived, health, metric, sum(value)::float8 as value from derived.type_counts
  group by 1, 2, 3, 4 having sum(value) <> 0`
const recountValues = `select type, archived, health, metric, value from (${recount}) as items`

/** Whether reads, and the counts when all is added to them, are what the items say. */
async function expectCounts(): Promise<void> {
  expect(await countsOf(read)).toEqual(await countsOf(recountValues))
  await foldCounts(database.pool)
  expect(await countsOf(stored)).toEqual(await countsOf(recount))
}

describe('counts by type', () => {
  test('are what a count of the items says, after any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const scraper = await addScraper(database.pool)
        const ids = Array.from({ length: PLACES }, () => newId())
        for (const each of steps) await take({ database, clock, store }, scraper, ids, each)
        await expectCounts()
      }),
      { numRuns: 25 },
    )
  })

  test('are right where items and their changes are written at the same time', async () => {
    const [scraper, other] = [await addScraper(database.pool), await addScraper(database.pool)]
    const ids = Array.from({ length: 20 }, () => newId())
    const found = (health: ItemInput['health']): StoreInput[] =>
      ids.map((id) => itemInput(id, id, { type: 'Count::Shared', health }))
    await store.follow(scraper, found('healthy'))
    const rounds = Array.from({ length: 6 }, (_, round) => round)
    await Promise.all([
      (async () => {
        for (const round of rounds)
          await store.follow(scraper, found(round % 2 === 0 ? 'unhealthy' : 'healthy'))
      })(),
      (async () => {
        for (const round of rounds)
          await store.follow(
            other,
            ids.map((id) => readyChange(id, { externalId: `change ${round}` })),
          )
      })(),
      (async () => {
        for (const id of ids)
          await database.pool.query(
            'insert into core.config_item_notes (config_id, archived_at) values ($1, now())',
            [id],
          )
      })(),
    ])
    await foldCounts(database.pool)
    expect(await countsOf(stored)).toEqual(await countsOf(recount))
  })

  test('answer a summary as the items do', async () => {
    const scraper = await addScraper(database.pool)
    await store.follow(scraper, [
      ...['web', 'db', 'job'].map((name, index) =>
        itemInput(newId(), name, {
          type: index === 2 ? 'Sum::Job' : 'Sum::Pod',
          health: index === 0 ? 'unhealthy' : undefined,
          tags: { summed: 'yes' },
        }),
      ),
      readyChange('web'),
      readyInsight('db'),
    ])
    await database.pool.query(
      `update core.config_items set cost_total_7d = 2.5 where tags ->> 'summed' is not null`,
    )
    await database.pool.query(
      `insert into core.config_item_notes (config_id, archived_at)
       select id, now() from core.config_items where name = 'db' and tags ->> 'summed' is not null`,
    )
    expect(isCounted(catalogSummaryRequest.parse({ groupBy: ['type'], archived: true }))).toBe(true)
    for (const groupBy of [['type'], ['config_class'], ['provider', 'type']])
      for (const more of [{}, { archived: true }, { changes: { since: '7d' } }, { cost: '7d' }]) {
        const counted = await summarizeCatalog(
          database.pool,
          catalogSummaryRequest.parse({ groupBy, ...more }),
        )
        // A filter that holds for all makes it read the items.
        const recounted = await summarizeCatalog(
          database.pool,
          catalogSummaryRequest.parse({ groupBy, ...more, health: '!none' }),
        )
        expect(counted.length).toBeGreaterThan(0)
        expect(counted).toEqual(recounted)
      }
  })
})

test('many deltas are folded soon on a connection that has folded none before', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('vacuum core.config_type_deltas')
    // PostgreSQL keeps a plan after the fifth time.
    await client.query('select core.fold_type_deltas() from generate_series(1, 6)')
    await client.query('begin')
    await client.query(`set local statement_timeout = '15s'`)
    await client.query(
      `insert into core.config_type_deltas (type, archived, health, metric, value)
       select 'Folded::Type' || number, false, 'healthy', 'count', 1 from generate_series(1, 30000) as number`,
    )
    expect((await client.query('select core.fold_type_deltas() as folded')).rows).toEqual([
      { folded: 30_000 },
    ])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
