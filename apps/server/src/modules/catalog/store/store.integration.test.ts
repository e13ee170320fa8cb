import type { Json } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ManualClock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { createEvents } from '../../../platform/events/index.ts'
import { newId } from '../../../platform/ids.ts'
import { createLog } from '../../../platform/log.ts'
import { until } from '../../../testing/until.ts'
import type { TestDatabase } from '../../../testing/database.ts'
import { createCatalogStore, type OpenCatalogStore, ScraperBusy, ScraperGone } from './index.ts'
import type { Ready, ScraperIdentity } from './ready.ts'
import { approveHeld, deleteItemsOfScraper, rejectHeld } from './delete.ts'
import { blame, difference, documentAt, versions } from './history.ts'
import {
  addScraper,
  type OpenTestStore,
  openTestStore,
  readyChange,
  readyInsight,
  readyItem,
} from './testing.ts'

let opened: OpenTestStore
let database: TestDatabase
let clock: ManualClock
let store: OpenCatalogStore
const run = (scraper: ScraperIdentity, ...found: Ready[]) => opened.run(scraper, ...found)
const rows = (text: string, ...values: unknown[]) => opened.rows(text, ...values)

beforeAll(async () => {
  opened = await openTestStore()
  ;({ database, clock, store } = opened)
})
afterAll(() => store.close())

test('a run adds items with their documents, and another one records what changed', async () => {
  const scraper = await addScraper(database.pool)
  const id = newId()
  const first = await run(scraper, readyItem(id, 'web', { config: { spec: { replicas: 3, ratio: 1.1 } } }))
  expect(first.counts).toMatchObject({ added: 1, updated: 0 })
  const second = await run(scraper, readyItem(id, 'web', { config: { spec: { ratio: 1.1, replicas: 3 } } }))
  expect(second.counts).toMatchObject({ added: 0, updated: 0, unchanged: 1 })
  const third = await run(scraper, readyItem(id, 'web', { config: { spec: { ratio: 1.4, replicas: 3 } } }))
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

const wholly: Ready = { kind: 'complete' }

async function stateOf(id: string) {
  const [row] = await rows(
    'select name, health, deleted_at is not null as deleted, delete_reason, path, parent_id from core.config_items where id = $1',
    id,
  )
  return row
}

function many(count: number, changes = {}) {
  return Array.from({ length: count }, (_, number) => readyItem(newId(), `thing ${number}`, changes))
}

describe('deletion', () => {
  test('an item is deleted when a second complete run does not show it, and restored when it is back', async () => {
    const scraper = await addScraper(database.pool)
    const [kept, gone] = [readyItem(newId(), 'kept'), readyItem(newId(), 'gone')]
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
    const item = (name: string, scope: string) => readyItem(newId(), name, { scope })
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
    const item = readyItem(newId(), 'broken later')
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
    const held = await run(scraper, wholly)
    expect(held).toMatchObject({
      counts: { deleted: 0, held: 30 },
      held: [{ type: 'Test::Thing', count: 30, total: 30 }],
    })
    expect(await rows('select state from core.scrape_runs where id = $1', held.runId)).toEqual([
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
      readyItem(newId(), 'one'),
      readyItem(newId(), 'two'),
      readyItem(newId(), 'three'),
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
    const [found, made] = [readyItem(newId(), 'found'), readyItem(newId(), 'made')]
    await run(scraper, found, made)
    await database.pool.query('update core.config_items set manual = true where id = $1', [made.id])
    await inTransaction(database.pool, (client) =>
      deleteItemsOfScraper(client, createEvents(clock), clock.now(), scraper.id),
    )
    expect(await stateOf(found.id)).toMatchObject({ deleted: true, delete_reason: 'SCRAPER_DELETED' })
    expect(await stateOf(made.id)).toMatchObject({ deleted: false })
  })
})

describe('runs', () => {
  test('there is one run of a scraper at a time, and a run whose process died does not block it', async () => {
    const scraper = await addScraper(database.pool)
    const other = createCatalogStore({
      connection: database.connection,
      clock,
      events: createEvents(clock),
      log: await createLog('silent'),
    })
    const staged = await store.begin(scraper, { preview: false })
    await staged.add([readyItem(newId(), 'lost')])
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
    await next.add([readyItem(newId(), 'kept')])
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
    const [one, two] = [readyItem(newId(), 'one'), readyItem(newId(), 'two')]
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
    await unsaved.add([readyItem(newId(), 'new')])
    expect((await unsaved.preview(10)).counts.added).toBe(1)
    await unsaved.discard()
  })

  test('nothing is stored of a run whose scraper was deleted meanwhile', async () => {
    const scraper = await addScraper(database.pool)
    const staged = await store.begin(scraper, { preview: false })
    await staged.add([readyItem(newId(), 'late')])
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
      readyItem(newId(), 'deep', { config: nested }),
      readyItem('no id', 'without id'),
      readyItem(newId(), 'long', { type: 'x'.repeat(5_000) }),
      readyItem(newId(), 'many', {
        labels: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`l${n}`, ''])),
      }),
      readyItem(newId(), 'half \ud800 null \0', {
        config: { text: 'half \ud800 null \0' },
        labels: { a: 'x'.repeat(9_000) },
      }),
    )
    expect(counts.added).toBe(1)
    expect(faults.map(({ message }) => message)).toEqual([
      'Its id no id is no UUID',
      'Its type has more than 300 characters',
      'It has more than 1000 labels',
      'Its document is nested more than 200 levels deep',
    ])
  })

  test('an item of another scraper is not taken over, unless that one is gone', async () => {
    const [one, two] = [await addScraper(database.pool), await addScraper(database.pool)]
    const item = readyItem(newId(), 'shared')
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
      readyItem(id, name, {
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
      readyItem(one, 'one', { parents: [{ externalId: 'two' }] }),
      readyItem(two, 'two', { parents: [{ externalId: 'one' }] }),
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
    const others = [readyItem(b, 'b', { labels: { app: 'x' } }), readyItem(c, 'c')]
    await run(
      scraper,
      readyItem(a, 'a', {
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
    await run(scraper, readyItem(a, 'a', { related: [edge('c', { incoming: true })] }))
    expect(await live()).toEqual([{ config_id: c, related_id: a, relation: 'Uses', selector_id: 'scraper' }])
    await store.follow(scraper, [{ kind: 'deletion', item: { externalId: 'c' }, at: undefined }])
    expect(await live()).toEqual([])
  })
})

test('insights are open until a complete run no longer shows them', async () => {
  const scraper = await addScraper(database.pool)
  const id = newId()
  const item = readyItem(id, 'web')
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
    await run(scraper, readyItem(id, 'web', { config: { version, first: 'same', list } }))
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
