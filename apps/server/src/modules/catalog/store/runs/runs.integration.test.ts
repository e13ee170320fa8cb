import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ManualClock } from '../../../../platform/clock.ts'
import { newId } from '../../../../platform/ids.ts'
import type { TestDatabase } from '../../../../testing/database.ts'
import { until } from '../../../../testing/until.ts'
import { documentAt } from '../documents/history.ts'
import type { OpenCatalogStore } from '../index.ts'
import type { StoreInput, ScraperIdentity } from '../input.ts'
import { CONFIRMING_RUNS, isHeld } from '../decide/missing-items.ts'
import { addScraper, openTestStore, readyChange, itemInput } from '../testing.ts'

let database: TestDatabase
let clock: ManualClock
let store: OpenCatalogStore

beforeAll(async () => {
  ;({ database, clock, store } = await openTestStore())
})
afterAll(() => store.close())

async function rows(text: string, ...values: unknown[]) {
  return (await database.pool.query(text, values)).rows
}

/** What is known of an item after some runs, by rules that a reader can follow. */
interface ExpectedItem {
  values: { since: Date; value: number }[]
  missing: number
  deleted: boolean
}

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']

/** A run: the values of the items that it finds, and whether it saw everything. */
const runs = fc.array(
  fc.record({
    found: fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 0, max: 3 })),
    complete: fc.boolean(),
  }),
  { minLength: 1, maxLength: 9 },
)

test('after any runs the catalog is what a simple model says', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (list) => {
      const scraper = await addScraper(database.pool)
      const ids = new Map(NAMES.map((name) => [name, newId()]))
      const known = new Map<string, ExpectedItem>()
      for (const { found, complete } of list) {
        clock.advance(60_000)
        const now = clock.now()
        const staged = await store.begin(scraper, { preview: false })
        await staged.add(
          Object.entries(found).map(([name, value]) =>
            itemInput(ids.get(name) ?? '', name, { config: { name, value: `value ${value}` } }),
          ),
        )
        if (complete) await staged.add([{ kind: 'complete' }])
        await staged.publish()

        const live = [...known.values()].filter(({ deleted }) => !deleted).length
        const gone: ExpectedItem[] = []
        for (const [name, item] of known) {
          if (Object.hasOwn(found, name) || item.deleted || !complete) continue
          item.missing += 1
          if (item.missing >= CONFIRMING_RUNS) gone.push(item)
        }
        if (!isHeld(gone.length, live)) for (const item of gone) item.deleted = true
        for (const [name, value] of Object.entries(found)) {
          const item = known.get(name) ?? { values: [], missing: 0, deleted: false }
          known.set(name, item)
          if (item.values.at(-1)?.value !== value) item.values.push({ since: now, value })
          item.missing = 0
          item.deleted = false
        }
      }
      const stored = await rows(
        `select items.id, items.name, items.deleted_at is not null as deleted, bodies.version, liveness.missing_runs,
           (select coalesce(sum(count), 0)::int from core.config_changes where config_id = items.id and change_type = 'diff') as changes
         from core.config_items as items
         join core.config_item_bodies as bodies on bodies.config_id = items.id
         join core.config_item_liveness as liveness on liveness.config_id = items.id
         where items.scraper_id = $1 order by items.name`,
        scraper.id,
      )
      expect(stored).toEqual(
        [...known]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, { values, missing, deleted }]) => ({
            id: ids.get(name),
            name,
            deleted,
            version: values.length,
            missing_runs: missing,
            changes: values.length - 1,
          })),
      )
      for (const [name, { values }] of known)
        for (const { since, value } of values)
          expect((await documentAt(database.pool, ids.get(name) ?? '', since))?.document).toEqual({
            name,
            value: `value ${value}`,
          })
    }),
    { numRuns: 15 },
  )
})

test('a kill in the middle of publishing leaves nothing of the run', async () => {
  const scraper = await addScraper(database.pool)
  const blocker = await database.pool.connect()
  await blocker.query('begin')
  // Publishing writes them last.
  await blocker.query('lock table core.config_facets in exclusive mode')
  const staged = await store.begin(scraper, { preview: false })
  await staged.add([itemInput(newId(), 'half', { labels: { app: 'x' } }), readyChange('half')])
  const published = staged.publish().catch((error: unknown) => error)
  const waiting = `from pg_locks where relation = 'core.config_facets'::regclass and not granted`
  await until(async () => (await rows(`select pid ${waiting}`)).length > 0)
  await rows(`select pg_terminate_backend(pid) ${waiting}`)
  expect(await published).toBeInstanceOf(Error)
  await blocker.query('rollback')
  blocker.release()
  expect(await rows('select from core.config_items where scraper_id = $1', scraper.id)).toEqual([])
  expect(await rows(`select from core.config_facets where kind = 'label' and value = 'x'`)).toEqual([])
  const next = await store.begin(scraper, { preview: false })
  await next.add([itemInput(newId(), 'whole')])
  expect((await next.publish()).counts.added).toBe(1)
  expect(
    await rows(
      'select state from core.scrape_runs where scraper_id = $1 order by started_at, id',
      scraper.id,
    ),
  ).toEqual([{ state: 'failed' }, { state: 'published' }])
})

test('runs of different scrapers that write the same values and edges at once all end', async () => {
  const scrapers = await Promise.all(Array.from({ length: 4 }, () => addScraper(database.pool)))
  const before = await rows(
    `select coalesce(sum(count), 0)::int as count from core.config_facets where kind = 'type'`,
  )
  await Promise.all(
    scrapers.map(async (scraper, turn) => {
      const staged = await store.begin(scraper, { preview: false })
      const items = Array.from({ length: 50 }, (_, number) =>
        itemInput(newId(), `item ${number}`, {
          type: `Type::${number % 7}`,
          labels: { number: String(number) },
          parents: number === 0 ? [] : [{ externalId: 'item 0' }],
        }),
      )
      await staged.add(turn % 2 === 0 ? items : items.toReversed())
      await staged.publish()
    }),
  )
  expect(await rows(`select sum(count)::int as count from core.config_facets where kind = 'type'`)).toEqual([
    { count: before[0].count + 200 },
  ])
})

test('a followed source stores what it tells while a run gathers, and the run does not undo it', async () => {
  const scraper = await addScraper(database.pool)
  const [id, other] = [newId(), newId()]
  const item = (value: number) => itemInput(id, 'watched', { config: { value } })
  await store.follow(scraper, [item(1), itemInput(other, 'other')])
  clock.advance(1_000)
  const staged = await store.begin(scraper, { preview: false })
  await staged.add([item(2), itemInput(other, 'other')])
  clock.advance(1_000)
  await store.follow(scraper, [item(3), { kind: 'deletion', item: { externalId: 'other' }, at: undefined }])
  clock.advance(1_000)
  await staged.publish()
  expect(await rows('select config, version from core.config_item_bodies where config_id = $1', id)).toEqual([
    { config: { value: 3 }, version: 2 },
  ])
  expect(
    await rows('select deleted_at is not null as deleted from core.config_items where id = $1', other),
  ).toEqual([{ deleted: true }])
})

describe('what a changed spec no longer covers', () => {
  const east = (id: string, name: string) => itemInput(id, name, { type: 'Test::Machine', scope: 'east' })
  const west = (id: string, name: string) => itemInput(id, name, { type: 'Test::Machine', scope: 'west' })
  const saw = (scope: string): StoreInput => ({ kind: 'complete', type: 'Test::Machine', scope })
  const covered: StoreInput = { kind: 'covered' }

  async function scraperWith() {
    const scraper = await addScraper(database.pool)
    const scrape = async (revision: string, ...found: StoreInput[]) => {
      clock.advance(60_000)
      const run = await store.begin({ ...scraper, revision }, { preview: false })
      await run.add(found)
      return run.publish()
    }
    const present = async () =>
      (
        await rows(
          'select name from core.config_items where scraper_id = $1 and deleted_at is null order by name',
          scraper.id,
        )
      ).map(({ name }) => name)
    return { scraper, scrape, present }
  }

  test('is deleted when a second complete run of the new spec confirms it, and comes back with its scope', async () => {
    const { scrape, present } = await scraperWith()
    const [one, two, before, after] = [newId(), newId(), newId(), newId()]
    await scrape(before, east(one, 'one'), west(two, 'two'), saw('east'), saw('west'), covered)
    const first = await scrape(after, east(one, 'one'), saw('east'), covered)
    expect(first.counts).toMatchObject({ deleted: 0, unchanged: 1 })
    expect(await present()).toEqual(['one', 'two'])
    const second = await scrape(after, east(one, 'one'), saw('east'), covered)
    expect(second.counts).toMatchObject({ deleted: 1, unchanged: 1 })
    expect(await present()).toEqual(['one'])
    const again = await scrape(before, east(one, 'one'), west(two, 'two'), saw('east'), saw('west'), covered)
    expect(again.counts).toMatchObject({ restored: 1, unchanged: 1 })
  })

  test('stays while the spec is the same, an entry saw nothing whole, or something failed there', async () => {
    const { scrape, present } = await scraperWith()
    const [one, two, before, after] = [newId(), newId(), newId(), newId()]
    await scrape(before, east(one, 'one'), west(two, 'two'), saw('east'), saw('west'), covered)
    const failed: StoreInput = { kind: 'fault', message: 'denied', type: 'Test::Machine', scope: 'west' }
    for (let times = 0; times < 3; times += 1) {
      await scrape(before, east(one, 'one'), saw('east'), covered)
      await scrape(after, east(one, 'one'), saw('east'))
      await scrape(after, east(one, 'one'), saw('east'), covered, failed)
      await scrape(after, east(one, 'one'), saw('east'), covered, { kind: 'fault', message: 'no answer' })
    }
    expect(await present()).toEqual(['one', 'two'])
  })

  test('is only what earlier specs found: what the new one found outside of what it sees whole stays', async () => {
    const { scrape, present } = await scraperWith()
    const [one, two, before, after] = [newId(), newId(), newId(), newId()]
    await scrape(before, east(one, 'one'), { kind: 'complete' }, covered)
    await scrape(after, east(one, 'one'), west(two, 'two'), saw('east'), covered)
    for (let times = 0; times < 3; times += 1) await scrape(after, east(one, 'one'), saw('east'), covered)
    expect(await present()).toEqual(['one', 'two'])
  })

  test('waits for a person where it is more than the brake lets through', async () => {
    const { scraper, scrape, present } = await scraperWith()
    const [before, after] = [newId(), newId()]
    const many = Array.from({ length: 21 }, (_, index) => west(newId(), `machine ${index}`))
    const one = east(newId(), 'one')
    await scrape(before, one, ...many, saw('east'), saw('west'), covered)
    await scrape(after, one, saw('east'), covered)
    const second = await scrape(after, one, saw('east'), covered)
    expect(second.held).toEqual([{ type: 'Test::Machine', count: 21, total: 22 }])
    expect(await present()).toHaveLength(22)
    expect(
      await rows(
        'select cardinality(config_ids) as count from core.scrape_held_deletions where scraper_id = $1',
        scraper.id,
      ),
    ).toEqual([{ count: 21 }])
  })
})

describe('bad input ends in a fault of its item, and nothing stored is lost:', () => {
  async function scrape(scraper: ScraperIdentity, ...found: StoreInput[]) {
    clock.advance(60_000)
    const run = await store.begin(scraper, { preview: false })
    await run.add([...found, { kind: 'complete' }])
    return run.publish()
  }
  const present = (scraper: ScraperIdentity) =>
    rows(
      'select name, deleted_at is null as present from core.config_items where scraper_id = $1 order by name',
      scraper.id,
    )

  test('more labels than an item may have', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    const many = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, index) => [`label-${index}`, 'x']))
    await scrape(scraper, itemInput(id, 'labeled'))
    for (let times = 0; times <= CONFIRMING_RUNS; times += 1) {
      const { faults, counts } = await scrape(scraper, itemInput(id, 'labeled', { labels: many }))
      expect(faults).toMatchObject([{ item: 'labeled', message: 'It has more than 1000 labels' }])
      expect(counts).toMatchObject({ warnings: 1, deleted: 0 })
    }
    expect(await present(scraper)).toEqual([{ name: 'labeled', present: true }])
  })

  test('an empty list where there were thousands', async () => {
    const scraper = await addScraper(database.pool)
    const thousands = Array.from({ length: 3_000 }, (_, index) => itemInput(newId(), `item ${index}`))
    await scrape(scraper, ...thousands)
    for (let times = 0; times < CONFIRMING_RUNS; times += 1) await scrape(scraper)
    const last = await scrape(scraper)
    expect(last).toMatchObject({
      counts: { deleted: 0, held: 3_000 },
      held: [{ type: 'Test::Thing', count: 3_000, total: 3_000 }],
    })
    expect((await present(scraper)).every(({ present: there }) => there === true)).toBe(true)
    expect((await scrape(scraper, ...thousands)).counts).toMatchObject({ unchanged: 3_000, held: 0 })
  })

  test('the id of an item of another type', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    const run = await store.begin(scraper, { preview: false })
    await run.add([itemInput(id, 'first', { type: 'Test::One' })])
    await run.add([itemInput(id, 'second', { type: 'Test::Two' })])
    expect((await run.publish()).faults).toEqual([
      {
        kind: 'item-fault',
        item: 'second',
        type: 'Test::Two',
        message: 'An item of type Test::One has the same id',
      },
    ])
  })

  test('a time in the future, from a source whose clock is ahead', async () => {
    const scraper = await addScraper(database.pool)
    const [id, gone] = [newId(), newId()]
    await scrape(scraper, itemInput(id, 'ahead'), itemInput(gone, 'gone'))
    const ahead = new Date(clock.now().getTime() + 30 * 86_400_000)
    await scrape(
      scraper,
      itemInput(id, 'ahead'),
      itemInput(gone, 'gone', { deletedAt: ahead, deleteReason: 'FROM_ATTRIBUTE' }),
      readyChange('ahead', { type: 'Ahead', at: ahead }),
    )
    const now = clock.now()
    const changes = await rows(
      `select created_at from core.config_changes where config_id = $1 and change_type = 'Ahead'`,
      id,
    )
    expect(changes).toEqual([{ created_at: now }])
    expect(await rows('select deleted_at from core.config_items where id = $1', gone)).toEqual([
      { deleted_at: now },
    ])
    // As if it had been stored at once: a delay is never negative.
    expect(
      await rows('select change_at, stored_at from core.config_item_lags where config_id = $1', id),
    ).toEqual([{ change_at: now, stored_at: now }])
  })
})
