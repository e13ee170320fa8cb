import type { Json } from '@binnacle/plugin-kit/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ManualClock } from '../../../platform/clock.ts'
import { createEvents } from '../../../platform/events/index.ts'
import { newId } from '../../../platform/ids.ts'
import { createLog } from '../../../platform/log.ts'
import type { TestDatabase } from '../../../testing/database.ts'
import { until } from '../../../testing/until.ts'
import { blame, difference, documentAt, versions } from './documents/history.ts'
import { createCatalogStore, type OpenCatalogStore, ScraperBusy, ScraperGone } from './index.ts'
import type { StoreInput, ScraperIdentity } from './input.ts'
import {
  addScraper,
  itemState,
  type OpenTestStore,
  openTestStore,
  readyInsight,
  itemInput,
  wholly,
} from './testing.ts'

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

test('a run adds items with their documents, and another one records what changed', async () => {
  const scraper = await addScraper(database.pool)
  const id = newId()
  const first = await run(scraper, itemInput(id, 'web', { config: { spec: { replicas: 3, ratio: 1.1 } } }))
  expect(first.counts).toMatchObject({ added: 1, updated: 0 })
  const second = await run(scraper, itemInput(id, 'web', { config: { spec: { ratio: 1.1, replicas: 3 } } }))
  expect(second.counts).toMatchObject({ added: 0, updated: 0, unchanged: 1 })
  const third = await run(scraper, itemInput(id, 'web', { config: { spec: { ratio: 1.4, replicas: 3 } } }))
  expect(third.counts).toMatchObject({ added: 0, updated: 1, unchanged: 0, changes: { stored: 1 } })
  const [change] = await rows(
    `select change_type, summary, count, diff, patches from core.config_changes
     join core.config_change_bodies on change_id = id where config_id = $1`,
    id,
  )
  expect(change).toEqual({
    change_type: 'diff',
    summary: 'spec.ratio',
    count: 1,
    diff: `--- before
+++ after
@@ -1,6 +1,6 @@
 {
   "spec": {
-    "ratio": 1.1,
+    "ratio": 1.4,
     "replicas": 3
   }
 }
`,
    patches: { spec: { ratio: 1.1 } },
  })
})

describe('runs', () => {
  test('there is one run of a scraper at a time, and a run whose process died does not block it', async () => {
    const scraper = await addScraper(database.pool)
    const other = createCatalogStore({
      followers: [],
      connection: database.connection,
      clock,
      events: createEvents(clock),
      log: await createLog('silent'),
    })
    const staged = await store.begin(scraper, { preview: false })
    await staged.add([itemInput(newId(), 'lost')])
    await expect(other.begin(scraper, { preview: false })).rejects.toThrow(ScraperBusy)
    // As when its process dies.
    const holders = `
      from pg_locks
      where locktype = 'advisory' and granted and pid <> pg_backend_pid()
        and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`
    const lock = `binnacle scrape ${scraper.id}`
    await database.pool.query(`select pg_terminate_backend(pid) ${holders}`, [lock])
    await until(async () => (await rows(`select pid ${holders}`, lock)).length === 0)
    const next = await other.begin(scraper, { preview: false })
    await next.add([itemInput(newId(), 'kept')])
    await next.publish()
    await expect(staged.publish()).rejects.toThrow(/terminat|not queryable/iu)
    expect(await rows('select name from core.config_items where scraper_id = $1', scraper.id)).toEqual([
      { name: 'kept' },
    ])
    expect(
      await rows(
        'select state from core.scrape_runs where scraper_id = $1 order by started_at, id',
        scraper.id,
      ),
    ).toEqual([{ state: 'failed' }, { state: 'published' }])
    await other.close()
  })

  test('a preview tells what a run would do, and leaves everything as it is', async () => {
    const scraper = await addScraper(database.pool)
    const [one, two] = [itemInput(newId(), 'one'), itemInput(newId(), 'two')]
    await run(scraper, one)
    const before = await rows(
      'select (select count(*) from core.config_items), (select count(*) from core.config_changes)',
    )
    const staged = await store.begin(scraper, { preview: true })
    await staged.add([{ ...one, config: { name: 'other' } }, two])
    const preview = await staged.preview(10)
    await staged.discard()
    expect(preview.counts).toMatchObject({ added: 1, updated: 1 })
    expect(preview.items.map(({ name, does, config }) => ({ name, does, config }))).toEqual([
      { name: 'one', does: 'update', config: { name: 'other' } },
      { name: 'two', does: 'add', config: { name: 'two' } },
    ])
    expect(preview.items[0]?.diff).toContain('+  "name": "other"')
    expect(
      await rows(
        'select (select count(*) from core.config_items), (select count(*) from core.config_changes)',
      ),
    ).toEqual(before)
    const unsaved = await store.begin({ ...scraper, id: newId() }, { preview: true })
    await unsaved.add([itemInput(newId(), 'new')])
    expect((await unsaved.preview(10)).counts.added).toBe(1)
    await unsaved.discard()
  })

  test('nothing is stored of a run whose scraper was deleted meanwhile', async () => {
    const scraper = await addScraper(database.pool)
    const staged = await store.begin(scraper, { preview: false })
    await staged.add([itemInput(newId(), 'late')])
    await database.pool.query('update core.config_scrapers set deleted_at = now() where id = $1', [
      scraper.id,
    ])
    await expect(staged.publish()).rejects.toThrow(ScraperGone)
    expect(await rows('select from core.config_items where scraper_id = $1', scraper.id)).toEqual([])
  })

  test('an item that cannot be stored is a fault, and the others are stored', async () => {
    const scraper = await addScraper(database.pool)
    let nested: Json = null
    for (let level = 0; level < 300; level += 1) nested = [nested]
    const { counts, faults } = await run(
      scraper,
      itemInput(newId(), 'deep', { config: nested }),
      itemInput('no id', 'without id'),
      itemInput(newId(), 'long', { type: 'x'.repeat(5_000) }),
      itemInput(newId(), 'many', {
        labels: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`l${n}`, ''])),
      }),
      itemInput(newId(), 'half \ud800 null \0', {
        config: { text: 'half \ud800 null \0' },
        labels: { a: 'x'.repeat(9_000) },
      }),
    )
    expect(counts.added).toBe(1)
    expect(faults.map(({ message }) => message)).toEqual([
      'Its id no id is not a UUID',
      'Its type has more than 300 characters',
      'It has more than 1000 labels',
      'Its document is nested more than 200 levels deep',
    ])
  })

  test('an item of another scraper is not taken over, unless that one is gone', async () => {
    const [one, two] = [await addScraper(database.pool), await addScraper(database.pool)]
    const item = itemInput(newId(), 'shared')
    await run(one, item)
    const refused = await run(two, item)
    expect(refused.counts.added + refused.counts.updated).toBe(0)
    expect(refused.faults).toHaveLength(1)
    await database.pool.query('update core.config_scrapers set deleted_at = now() where id = $1', [one.id])
    expect((await run(two, item)).faults).toEqual([])
  })
})

describe('the graph', () => {
  test('items stand below their parents, also after these move', async () => {
    const scraper = await addScraper(database.pool)
    const [root, other, middle, leaf] = [newId(), newId(), newId(), newId()]
    const below = (id: string, name: string, parent?: string) =>
      itemInput(id, name, {
        parents: parent === undefined ? [] : [{ externalId: 'none' }, { externalId: parent }],
      })
    await run(
      scraper,
      below(leaf, 'leaf', 'middle'),
      below(middle, 'middle', 'root'),
      below(root, 'root'),
      below(other, 'other'),
    )
    expect(await stateOf(leaf)).toMatchObject({ parent_id: middle, path: `${root}.${middle}` })
    await run(scraper, below(middle, 'middle', 'other'))
    expect(await stateOf(middle)).toMatchObject({ parent_id: other, path: other })
    expect(await stateOf(leaf)).toMatchObject({ parent_id: middle, path: `${other}.${middle}` })
    expect(
      await rows(
        `select config_id, related_id from core.config_relationships
         where relation = 'hard' and deleted_at is null and scraper_id = $1 order by related_id`,
        scraper.id,
      ),
    ).toEqual([
      { config_id: other, related_id: middle },
      { config_id: middle, related_id: leaf },
    ])
  })

  test('a cycle of parents is broken and reported', async () => {
    const scraper = await addScraper(database.pool)
    const [one, two] = [newId(), newId()]
    const items = [
      itemInput(one, 'one', { parents: [{ externalId: 'two' }] }),
      itemInput(two, 'two', { parents: [{ externalId: 'one' }] }),
    ]
    const first = await run(scraper, ...items)
    expect(first.faults).toEqual([
      {
        kind: 'item-fault',
        message: 'Its parents contain it or are too many, so it is stored without a parent',
        item: 'one',
        type: 'Test::Thing',
      },
    ])
    const second = await run(scraper, ...items)
    expect(second.counts).toMatchObject({ unchanged: 2 })
    expect(await stateOf(one)).toMatchObject({ parent_id: null, path: '' })
    expect(await stateOf(two)).toMatchObject({ parent_id: one, path: one })
  })

  test('an edge lasts while the item that it was found on is seen with it', async () => {
    const scraper = await addScraper(database.pool)
    const [a, b, c] = [newId(), newId(), newId()]
    const edge = (externalId: string, changes = {}) => ({
      externalId,
      relation: 'Uses',
      by: 'scraper',
      ...changes,
    })
    const live = () =>
      rows(
        `select config_id, related_id, relation, selector_id from core.config_relationships
         where scraper_id = $1 and deleted_at is null order by relation`,
        scraper.id,
      )
    const others = [itemInput(b, 'b', { labels: { app: 'x' } }), itemInput(c, 'c')]
    await run(
      scraper,
      itemInput(a, 'a', {
        related: [
          edge('c', { incoming: true }),
          edge('', { relation: 'Selects', labels: { app: 'x' }, by: '1' }),
          edge('nothing'),
        ],
      }),
      ...others,
    )
    expect(await live()).toEqual([
      { config_id: a, related_id: b, relation: 'Selects', selector_id: '1' },
      { config_id: c, related_id: a, relation: 'Uses', selector_id: 'scraper' },
    ])
    await run(scraper, ...others)
    expect(await live()).toHaveLength(2)
    await run(scraper, itemInput(a, 'a', { related: [edge('c', { incoming: true })] }))
    expect(await live()).toEqual([{ config_id: c, related_id: a, relation: 'Uses', selector_id: 'scraper' }])
    await store.follow(scraper, [{ kind: 'deletion', item: { externalId: 'c' }, at: undefined }])
    expect(await live()).toEqual([])
  })
})

test('insights are open until a complete run no longer shows them', async () => {
  const scraper = await addScraper(database.pool)
  const id = newId()
  const item = itemInput(id, 'web')
  await run(
    scraper,
    item,
    readyInsight('web', { externalId: 'a' }),
    readyInsight('web', { externalId: 'b' }),
    wholly,
  )
  const states = () =>
    rows('select external_id, status from core.config_analysis where config_id = $1 order by 1', id)
  expect(await states()).toEqual([
    { external_id: 'a', status: 'open' },
    { external_id: 'b', status: 'open' },
  ])
  await run(scraper, item, readyInsight('web', { externalId: 'a' }))
  expect((await states()).map(({ status }) => status)).toEqual(['open', 'open'])
  await run(scraper, item, readyInsight('web', { externalId: 'a' }), wholly)
  expect((await states()).map(({ status }) => status)).toEqual(['open', 'resolved'])
  expect(await rows('select open_analysis from core.config_item_stats where config_id = $1', id)).toEqual([
    { open_analysis: { security: 1 } },
  ])
  expect(
    await rows(`select count from core.config_facets where kind = 'analyzer' and value = 'analyzer'`),
  ).toEqual([{ count: 1 }])
})

test('a document is found as of any time, with who touched what, and the difference of any two', async () => {
  const scraper = await addScraper(database.pool)
  const id = newId()
  const times: Date[] = []
  for (let version = 1; version <= 50; version += 1) {
    times.push(clock.now())
    const list = Array.from({ length: version % 7 }, (_, place) => ({
      place,
      since: version - (version % 7),
    }))
    await run(scraper, itemInput(id, 'web', { config: { version, first: 'same', list } }))
  }
  for (const [place, time] of times.entries()) {
    const found = await documentAt(database.pool, id, time)
    expect(found).toMatchObject({ version: place + 1, document: { version: place + 1 } })
  }
  expect(await documentAt(database.pool, id, new Date(0))).toBeUndefined()
  expect(await versions(database.pool, id)).toHaveLength(50)
  const blamed = new Map((await blame(database.pool, id)).map(({ path, version }) => [path, version]))
  expect(blamed).toEqual(
    new Map([
      ['/first', 1],
      ['/list/0/place', 50],
      ['/list/0/since', 50],
      ['/version', 50],
    ]),
  )
  expect(
    await difference(database.pool, { configId: id, at: times[0] }, { configId: id, at: undefined }),
  ).toMatchObject({
    changed: [
      { path: '/list/0/since', before: 0, after: 49 },
      { path: '/version', before: 1, after: 50 },
    ],
  })
})
