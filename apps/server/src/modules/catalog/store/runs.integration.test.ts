import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../../platform/clock.ts'
import { createEvents } from '../../../platform/events/index.ts'
import { newId } from '../../../platform/ids.ts'
import { createLog } from '../../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { until } from '../../../testing/until.ts'
import { documentAt } from './history.ts'
import { createCatalogStore, type OpenCatalogStore } from './index.ts'
import { CONFIRMING_RUNS, isHeld } from './sweep.ts'
import { addScraper, readyChange, readyItem } from './testing.ts'

let database: TestDatabase
let clock: ManualClock
let store: OpenCatalogStore

beforeAll(async () => {
  database = await createTestDatabase()
  clock = createManualClock(new Date())
  store = createCatalogStore({
    connection: database.connection,
    clock,
    events: createEvents(clock),
    log: await createLog('silent'),
  })
})
afterAll(() => store.close())

async function rows(text: string, ...values: unknown[]) {
  return (await database.pool.query(text, values)).rows
}

/** What is known of an item after some runs, by rules that a reader can follow. */
interface Known {
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
      const known = new Map<string, Known>()
      for (const { found, complete } of list) {
        clock.advance(60_000)
        const now = clock.now()
        const staged = await store.begin(scraper, { preview: false })
        await staged.add(
          Object.entries(found).map(([name, value]) =>
            readyItem(ids.get(name) ?? '', name, { config: { name, value: `value ${value}` } }),
          ),
        )
        if (complete) await staged.add([{ kind: 'complete' }])
        await staged.publish()

        const live = [...known.values()].filter(({ deleted }) => !deleted).length
        const gone: Known[] = []
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
  await staged.add([readyItem(newId(), 'half', { labels: { app: 'x' } }), readyChange('half')])
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
  await next.add([readyItem(newId(), 'whole')])
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
        readyItem(newId(), `item ${number}`, {
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
  const item = (value: number) => readyItem(id, 'watched', { config: { value } })
  await store.follow(scraper, [item(1), readyItem(other, 'other')])
  clock.advance(1_000)
  const staged = await store.begin(scraper, { preview: false })
  await staged.add([item(2), readyItem(other, 'other')])
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
