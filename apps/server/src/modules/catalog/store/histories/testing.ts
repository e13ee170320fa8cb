import { DAY } from '@binnacle/contract/core'
import fc from 'fast-check'
import type { ManualClock } from '../../../../platform/clock.ts'
import type { TestDatabase } from '../../../../testing/database.ts'
import { foldCounts } from '../counts/counts.ts'
import type { OpenCatalogStore } from '../index.ts'
import type { StoreInput, ItemInput, ScraperIdentity } from '../input.ts'
import { countRecentChanges, forgetOld } from '../retention/retention.ts'
import { readyChange, readyInsight, itemInput } from '../testing.ts'

// Histories of a catalog, for tests of what is counted as rows arrive.

interface Catalog {
  database: TestDatabase
  clock: ManualClock
  store: OpenCatalogStore
}

/** Items of a history. */
export const PLACES = 8

/** Something that happens to a catalog. */
export type Step =
  | { does: 'scrape'; items: readonly ReportedItem[]; complete: boolean }
  | { does: 'follow'; items: readonly ReportedItem[] }
  | { does: 'delete' | 'archive' | 'take back' | 'remove'; place: number }
  | { does: 'cost'; place: number; cost: number | null }
  | { does: 'wait'; days: number }
  | { does: 'count' | 'purge' | 'fold' }
interface ReportedItem {
  place: number
  type: string
  health: ItemInput['health']
  revision: number
  changes: number
  insight: string | undefined
  tags: Record<string, string>
}

const place = fc.integer({ min: 0, max: PLACES - 1 })
const reportedItem: fc.Arbitrary<ReportedItem> = fc.record({
  place,
  type: fc.constantFrom('Count::One', 'Count::Two', 'Other::One'),
  health: fc.constantFrom<ItemInput['health']>('healthy', 'unhealthy', undefined),
  revision: fc.integer({ min: 1, max: 3 }),
  changes: fc.integer({ min: 0, max: 2 }),
  insight: fc.constantFrom('security', 'cost', undefined),
  tags: fc.record(
    { cluster: fc.constantFrom('one', 'two'), zone: fc.constantFrom('a', 'b', '') },
    { requiredKeys: [] },
  ),
})
const items = fc.array(reportedItem, { maxLength: 6 })
/** Any step of a history. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('scrape' as const), items, complete: fc.boolean() }),
  fc.record({ does: fc.constant('follow' as const), items }),
  fc.record({ does: fc.constantFrom('delete', 'archive', 'take back', 'remove'), place }),
  fc.record({
    does: fc.constant('cost' as const),
    place,
    cost: fc.option(fc.integer({ min: 0, max: 90 }), { nil: null }),
  }),
  fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ does: fc.constantFrom('count', 'purge', 'fold') }),
)

/** Takes a step of a history. */
export async function take(
  { database, clock, store }: Catalog,
  scraper: ScraperIdentity,
  ids: readonly string[],
  each: Step,
): Promise<void> {
  const id = 'place' in each ? ids[each.place] : undefined
  const ready = (list: readonly ReportedItem[]): StoreInput[] =>
    list.flatMap((item): StoreInput[] => {
      const name = ids[item.place] ?? ''
      return [
        itemInput(name, name, {
          type: item.type,
          health: item.health,
          status: item.health === undefined ? 'Pending' : undefined,
          tags: item.tags,
          config: { revision: item.revision },
          createdAt: new Date(clock.now().getTime() - item.revision * DAY),
        }),
        ...Array.from({ length: item.changes }, (_, number) =>
          readyChange(name, { at: new Date(clock.now().getTime() - number * 8 * DAY) }),
        ),
        ...(item.insight === undefined ? [] : [readyInsight(name, { type: item.insight })]),
      ]
    })
  switch (each.does) {
    case 'scrape': {
      const run = await store.begin(scraper, { preview: false })
      await run.add([...ready(each.items), ...(each.complete ? [{ kind: 'complete' } as const] : [])])
      await run.publish()
      break
    }
    case 'follow':
      await store.follow(scraper, ready(each.items))
      break
    case 'delete':
      await store.follow(scraper, [{ kind: 'deletion', item: { externalId: id ?? '' }, at: undefined }])
      break
    case 'archive':
    case 'take back':
      await database.pool.query(
        `insert into core.config_item_notes (config_id, archived_at)
           select id, $2 from core.config_items where id = $1
           on conflict (config_id) do update set archived_at = excluded.archived_at`,
        [id, each.does === 'archive' ? clock.now() : null],
      )
      break
    case 'remove':
      await database.pool.query('delete from core.config_items where id = $1', [id])
      break
    case 'cost':
      await database.pool.query('update core.config_items set cost_total_30d = $2 where id = $1', [
        id,
        each.cost,
      ])
      break
    case 'wait':
      clock.advance(each.days * DAY)
      break
    case 'count':
      await countRecentChanges(database.pool, clock.now())
      break
    case 'purge':
      await forgetOld(database.pool, clock.now())
      break
    case 'fold':
      await foldCounts(database.pool)
  }
  clock.advance(60_000)
}
