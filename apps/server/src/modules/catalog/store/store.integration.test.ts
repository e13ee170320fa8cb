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
import type { Ready, RunSummary, ScraperIdentity } from './ready.ts'
import { approveHeld, deleteItemsOfScraper, rejectHeld } from './delete.ts'
import { blame, difference, documentAt, versions } from './history.ts'
import { addScraper, openTestStore, readyChange, readyInsight, readyItem } from './testing.ts'

let database: TestDatabase
let clock: ManualClock
let store: OpenCatalogStore

beforeAll(async () => {
  ;({ database, clock, store } = await openTestStore())
})
afterAll(() => store.close())

async function run(scraper: ScraperIdentity, ...found: Ready[]): Promise<RunSummary> {
  const staged = await store.begin(scraper, { preview: false })
  await staged.add(found)
  const summary = await staged.publish()
  clock.advance(60_000)
  return summary
}

async function rows(text: string, ...values: unknown[]) {
  return (await database.pool.query(text, values)).rows
}

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
    await inTransaction(database.pool, async (client) => {
      await client.query('update core.config_scrapers set deleted_at = now() where id = $1', [scraper.id])
      await deleteItemsOfScraper(client, createEvents(clock), clock.now(), scraper.id)
    })
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

describe('changes', () => {
  const listed = (id: string) =>
    rows(
      `select change_type, count, first_observed, created_at, severity from core.config_changes
       where config_id = $1 order by created_at, change_type`,
      id,
    )

  test('changes that are alike are one group, with each occurrence before and after', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    for (const replicas of [3, 5, 0])
      await run(scraper, readyItem(id, 'web', { config: { spec: { replicas } } }))
    expect(await listed(id)).toMatchObject([{ change_type: 'diff', count: 2 }])
    expect(
      await rows(
        `select number, changed from core.config_change_occurrences join core.config_changes on id = change_id
         where config_id = $1 order by number`,
        id,
      ),
    ).toEqual([
      { number: 1, changed: [{ path: '/spec/replicas', before: 3, after: 5 }] },
      { number: 2, changed: [{ path: '/spec/replicas', before: 5, after: 0 }] },
    ])
    clock.advance(2 * 3_600_000)
    await run(scraper, readyItem(id, 'web', { config: { spec: { replicas: 7 } } }))
    expect(await listed(id)).toMatchObject([{ count: 2 }, { count: 1 }])
  })

  test('a change that is told again is known, and with other details it is another occurrence', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    const at = clock.now()
    const told = (details: { count: number }) =>
      readyChange('web', { externalId: 'e1', at, details, by: 'Someone' })
    await run(scraper, readyItem(id, 'web'), told({ count: 1 }))
    const again = await run(scraper, told({ count: 1 }))
    expect(again.counts.changes).toMatchObject({ stored: 0, grouped: 0 })
    const more = await run(scraper, told({ count: 2 }))
    expect(more.counts.changes).toMatchObject({ stored: 0, grouped: 1 })
    expect(await listed(id)).toMatchObject([{ count: 2 }])
  })

  test('changes of nobody, and of what people do not want to hear of, are counted', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    await run(scraper, readyItem(id, 'web'))
    await database.pool.query(
      'insert into core.config_item_notes (config_id, ignored_at) values ($1, now())',
      [id],
    )
    const { counts } = await run(scraper, readyChange('web'), readyChange('nobody'), {
      kind: 'dropped',
      reason: 'excluded',
      type: 'Noise',
      because: 'rule 1',
    })
    expect(counts.changes).toEqual({ stored: 0, grouped: 0, ignored: 1, excluded: 1, orphaned: 1 })
    expect(
      await rows(
        'select reason, because, count from core.config_change_drops where scraper_id = $1 order by 1',
        scraper.id,
      ),
    ).toEqual([
      { reason: 'excluded', because: 'rule 1', count: 1 },
      { reason: 'ignored', because: 'item web', count: 1 },
      { reason: 'orphaned', because: 'nobody', count: 1 },
    ])
  })

  test('changes, insights and what failed are counted by type of the items', async () => {
    const scraper = await addScraper(database.pool)
    const [web, job] = [newId(), newId()]
    const item = (replicas: number) => readyItem(web, 'web', { type: 'T::Web', config: { replicas } })
    await run(scraper, item(1), readyItem(job, 'job', { type: 'T::Job' }))
    const { counts, types } = await run(
      scraper,
      item(2),
      readyItem(job, 'job', { type: 'T::Job' }),
      readyChange('web'),
      readyChange('web'),
      readyChange('job'),
      readyChange('none', { item: { externalId: 'none', type: 'T::Job' } }),
      { kind: 'dropped', reason: 'excluded', type: 'Noise', itemType: 'T::Web', because: 'rule 1' },
      readyInsight('job', { analyzer: 'counted' }),
      { kind: 'item-fault', message: 'it has no id', item: 'other', type: 'T::Web' },
      { kind: 'fault', message: 'no answer', type: 'T::Job' },
      { kind: 'fault', message: 'no answer at all' },
    )
    expect(types).toMatchObject({
      'T::Web': {
        updated: 1,
        changes: { stored: 2, grouped: 1, ignored: 0, excluded: 1, orphaned: 0 },
        insights: 0,
        warnings: 1,
        errors: 0,
      },
      'T::Job': {
        unchanged: 1,
        changes: { stored: 1, grouped: 0, ignored: 0, excluded: 0, orphaned: 1 },
        insights: 1,
        warnings: 0,
        errors: 1,
      },
    })
    expect(counts).toMatchObject({
      changes: { stored: 3, grouped: 1, excluded: 1, orphaned: 1 },
      insights: 1,
      warnings: 1,
      errors: 2,
    })
  })

  test('a change of a document keeps what the rules of its spec make of it, and its version', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    const ruled = (n: number, outcome: 'ignored' | { type: string; severity: 'high' | undefined }) =>
      readyItem(id, 'ruled', {
        config: { n },
        changeRules: async ({ summary, document }) =>
          outcome === 'ignored'
            ? { kind: 'dropped', reason: 'ignored', type: 'diff', itemType: 'Test::Thing', because: 'rule 0' }
            : {
                kind: 'ruled',
                ...outcome,
                summary: `${summary} of ${JSON.stringify(document)}`,
                deletes: false,
              },
      })
    await run(scraper, ruled(1, 'ignored'))
    const ignored = await run(scraper, ruled(2, 'ignored'))
    expect(ignored.counts).toMatchObject({ updated: 1, changes: { stored: 0, ignored: 1 } })
    await run(scraper, ruled(3, { type: 'Scaled', severity: 'high' }))
    expect(
      await rows('select change_type, severity, summary from core.config_changes where config_id = $1', id),
    ).toEqual([{ change_type: 'Scaled', severity: 'high', summary: 'n of {"n":3}' }])
    expect(
      await rows(
        'select version, change_id is not null as named from core.config_versions where config_id = $1 order by 1',
        id,
      ),
    ).toEqual([
      { version: 1, named: false },
      { version: 2, named: true },
    ])
  })

  test('who made a change is matched to a person by email', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    const [person] = await rows(
      `insert into core.people (name, email) values ('Ada', 'ada@example.com') returning id`,
    )
    await run(
      scraper,
      readyItem(id, 'web'),
      readyChange('web', { by: 'Ada@Example.com' }),
      readyChange('web', { type: 'Other', by: 'root' }),
    )
    expect(
      await rows(
        'select change_type, created_by, external_created_by from core.config_changes where config_id = $1 order by 1',
        id,
      ),
    ).toEqual([
      { change_type: 'Deployed', created_by: person.id, external_created_by: null },
      { change_type: 'Other', created_by: null, external_created_by: 'root' },
    ])
  })

  test('a change of health is a change', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    for (const health of ['healthy', 'unhealthy', 'warning', undefined] as const)
      await run(scraper, readyItem(id, 'web', { health }))
    expect(await listed(id)).toMatchObject([
      { change_type: 'Unhealthy', severity: 'medium' },
      { change_type: 'Warning', severity: 'low' },
      { change_type: 'HealthUnknown', severity: 'info' },
    ])
  })

  test('changes are counted for lists and filters', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    await run(
      scraper,
      readyItem(id, 'web', { labels: { only: 'here' } }),
      readyChange('web', { type: 'Counted' }),
      readyChange('web', { type: 'Counted', at: new Date(clock.now().getTime() - 20 * 86_400_000) }),
    )
    expect(
      await rows('select changes_7d, changes_30d from core.config_item_stats where config_id = $1', id),
    ).toEqual([{ changes_7d: 1, changes_30d: 2 }])
    const facet = () =>
      rows(
        `select kind, count from core.config_facets where (kind, value) in (('change_type', 'Counted'), ('label', 'here')) order by 1`,
      )
    expect(await facet()).toEqual([
      { kind: 'change_type', count: 2 },
      { kind: 'label', count: 1 },
    ])
    await store.follow(scraper, [{ kind: 'deletion', item: { externalId: 'web' }, at: undefined }])
    expect(await facet()).toEqual([{ kind: 'change_type', count: 2 }])
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
