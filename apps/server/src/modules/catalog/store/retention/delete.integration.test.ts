import type { ClientBase } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ManualClock } from '../../../../platform/clock.ts'
import { inTransaction } from '../../../../platform/database/index.ts'
import { createEvents } from '../../../../platform/events/index.ts'
import { newId } from '../../../../platform/ids.ts'
import type { TestDatabase } from '../../../../testing/database.ts'
import { approveHeld, deleteItemsOfScraper, rejectHeld } from './delete.ts'
import { type OpenCatalogStore, ScraperBusy } from '../index.ts'
import type { StoreInput, ScraperIdentity } from '../input.ts'
import {
  addScraper,
  itemState,
  type OpenTestStore,
  openTestStore,
  readyChange,
  itemInput,
  wholly,
} from '../testing.ts'

let opened: OpenTestStore
let database: TestDatabase
let clock: ManualClock
let store: OpenCatalogStore
const run = (scraper: ScraperIdentity, ...found: StoreInput[]) => opened.run(scraper, ...found)
const rows = (text: string, ...values: unknown[]) => opened.rows(text, ...values)
const stateOf = (id: string) => itemState(opened, id)

beforeAll(async () => {
  opened = await openTestStore()
  ;({ database, clock, store } = opened)
})
afterAll(() => store.close())

function many(count: number, changes = {}) {
  return Array.from({ length: count }, (_, number) => itemInput(newId(), `thing ${number}`, changes))
}

describe('deletion', () => {
  test('an item is deleted when a second complete run does not show it, and restored when it is back', async () => {
    const scraper = await addScraper(database.pool)
    const [kept, gone] = [itemInput(newId(), 'kept'), itemInput(newId(), 'gone')]
    await run(scraper, kept, gone, wholly)
    const once = await run(scraper, kept, wholly)
    expect(once.counts.deleted).toBe(0)
    expect(await stateOf(gone.id)).toMatchObject({ deleted: false })
    const twice = await run(scraper, kept, wholly)
    expect(twice.counts.deleted).toBe(1)
    expect(await stateOf(gone.id)).toMatchObject({ deleted: true, delete_reason: 'STALE' })
    const back = await run(scraper, kept, gone, wholly)
    expect(back.counts).toMatchObject({ restored: 1, changes: { stored: 1 } })
    expect(await stateOf(gone.id)).toMatchObject({ deleted: false, delete_reason: null })
    expect(await rows('select change_type from core.config_changes where config_id = $1', gone.id)).toEqual([
      { change_type: 'Restored' },
    ])
  })

  test('nothing is deleted of what no partition contains, or a fault hides', async () => {
    const scraper = await addScraper(database.pool)
    const item = (name: string, scope: string) => itemInput(newId(), name, { scope })
    const [seen, north, south] = [
      item('seen', 'north'),
      item('gone in the north', 'north'),
      item('in the south', 'south'),
    ]
    await run(scraper, seen, north, south, wholly)
    for (const _ of [1, 2, 3])
      await run(
        scraper,
        seen,
        { kind: 'complete', type: 'Test::Thing' },
        { kind: 'fault', message: 'no access', scope: 'south' },
      )
    expect(await stateOf(north.id)).toMatchObject({ deleted: true })
    expect(await stateOf(south.id)).toMatchObject({ deleted: false })
  })

  test('an item that could not be read is not taken as gone', async () => {
    const scraper = await addScraper(database.pool)
    const item = itemInput(newId(), 'broken later')
    await run(scraper, item, wholly)
    for (const _ of [1, 2, 3])
      await run(
        scraper,
        { kind: 'item-fault', message: 'is no JSON', item: 'broken later', type: item.type },
        wholly,
      )
    expect(await stateOf(item.id)).toMatchObject({ deleted: false })
  })

  test('a sweep of many items waits for a person, who approves it', async () => {
    const scraper = await addScraper(database.pool)
    const items = many(30)
    await run(scraper, ...items, wholly)
    await run(scraper, wholly)
    const summary = await run(scraper, wholly)
    expect(summary).toMatchObject({
      counts: { deleted: 0, held: 30 },
      held: [{ type: 'Test::Thing', count: 30, total: 30 }],
    })
    expect(await rows('select state from core.scrape_runs where id = $1', summary.runId)).toEqual([
      { state: 'held' },
    ])
    await run(scraper, ...items.slice(0, 5), wholly)
    const approve = (client: ClientBase) =>
      approveHeld(client, createEvents(clock), 'test', clock.now(), {
        scraperId: scraper.id,
        type: 'Test::Thing',
      })
    expect(await inTransaction(database.pool, approve)).toBe(25)
    await expect(inTransaction(database.pool, approve)).rejects.toThrow('No deletions of Test::Thing wait')
    expect(
      await rows(
        'select count(*)::int from core.config_items where scraper_id = $1 and deleted_at is null',
        scraper.id,
      ),
    ).toEqual([{ count: 5 }])
    expect(await rows(`select action from core.audit_log where resource_id = $1`, scraper.id)).toEqual([
      { action: 'approve-deletions' },
    ])
  })

  test('nobody approves deletions while a run may still show the items', async () => {
    const scraper = await addScraper(database.pool)
    const items = many(30)
    await run(scraper, ...items, wholly)
    await run(scraper, wholly)
    expect((await run(scraper, wholly)).counts.held).toBe(30)
    const approve = (client: ClientBase) =>
      approveHeld(client, createEvents(clock), 'test', clock.now(), {
        scraperId: scraper.id,
        type: 'Test::Thing',
      })
    const underWay = await store.begin(scraper, { preview: false })
    await underWay.add([...items, wholly])
    await expect(inTransaction(database.pool, approve)).rejects.toThrow('This scraper is running right now')
    expect((await underWay.publish()).counts).toMatchObject({ unchanged: 30, held: 0 })
    await expect(inTransaction(database.pool, approve)).rejects.toThrow('No deletions of Test::Thing wait')
    // Nor does one begin in the middle.
    await inTransaction(database.pool, async (client) => {
      await approve(client).catch(() => {})
      await expect(store.begin(scraper, { preview: false })).rejects.toThrow(ScraperBusy)
    })
  })

  test('a sweep that somebody rejects begins again', async () => {
    const scraper = await addScraper(database.pool)
    const items = many(6)
    await run(scraper, ...items, wholly)
    const rest = items.slice(0, 3)
    await run(scraper, ...rest, wholly)
    expect((await run(scraper, ...rest, wholly)).counts.held).toBe(3)
    await inTransaction(database.pool, (client) =>
      rejectHeld(client, 'test', { scraperId: scraper.id, type: 'Test::Thing' }),
    )
    expect((await run(scraper, ...rest, wholly)).counts.held).toBe(0)
    expect((await run(scraper, ...rest, wholly)).counts.held).toBe(3)
  })

  test('what the source says is gone is deleted at once', async () => {
    const scraper = await addScraper(database.pool)
    const [one, two, three] = [
      itemInput(newId(), 'one'),
      itemInput(newId(), 'two'),
      itemInput(newId(), 'three'),
    ]
    await run(scraper, one, two, three)
    await store.follow(scraper, [{ kind: 'deletion', item: { externalId: 'one' }, at: undefined }])
    await store.follow(scraper, [
      readyChange('two', { type: 'Terminated', externalId: 'event 1', deletes: true }),
    ])
    await run(scraper, { ...three, deletedAt: clock.now(), deleteReason: 'FROM_ATTRIBUTE' })
    expect(await stateOf(one.id)).toMatchObject({ deleted: true, delete_reason: 'FROM_EVENT' })
    expect(await stateOf(two.id)).toMatchObject({ deleted: true, delete_reason: 'FROM_EVENT' })
    expect(await stateOf(three.id)).toMatchObject({ deleted: true, delete_reason: 'FROM_ATTRIBUTE' })
  })

  test('items go with their scraper, except those that people made', async () => {
    const scraper = await addScraper(database.pool)
    const [found, made] = [itemInput(newId(), 'found'), itemInput(newId(), 'made')]
    await run(scraper, found, made)
    await database.pool.query('update core.config_items set manual = true where id = $1', [made.id])
    await inTransaction(database.pool, (client) =>
      deleteItemsOfScraper(client, createEvents(clock), clock.now(), scraper.id),
    )
    expect(await stateOf(found.id)).toMatchObject({ deleted: true, delete_reason: 'SCRAPER_DELETED' })
    expect(await stateOf(made.id)).toMatchObject({ deleted: false })
  })
})
