import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ManualClock } from '../../../../platform/clock.ts'
import { inTransaction } from '../../../../platform/database/index.ts'
import { newId } from '../../../../platform/ids.ts'
import type { TestDatabase } from '../../../../testing/database.ts'
import { forgetCounts } from '../counts/facets.ts'
import type { OpenCatalogStore } from '../index.ts'
import type { StoreInput, ScraperIdentity } from '../input.ts'
import {
  addScraper,
  type OpenTestStore,
  openTestStore,
  readyChange,
  readyInsight,
  itemInput,
} from '../testing.ts'

let opened: OpenTestStore
let database: TestDatabase
let clock: ManualClock
let store: OpenCatalogStore
const run = (scraper: ScraperIdentity, ...found: StoreInput[]) => opened.run(scraper, ...found)
const rows = (text: string, ...values: unknown[]) => opened.rows(text, ...values)

beforeAll(async () => {
  opened = await openTestStore()
  ;({ database, clock, store } = opened)
})
afterAll(() => store.close())

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
      await run(scraper, itemInput(id, 'web', { config: { spec: { replicas } } }))
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
    await run(scraper, itemInput(id, 'web', { config: { spec: { replicas: 7 } } }))
    expect(await listed(id)).toMatchObject([{ count: 2 }, { count: 1 }])
  })

  test('a change that is told again is known, and with other details it is another occurrence', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    const at = clock.now()
    const reported = (details: { count: number }) =>
      readyChange('web', { externalId: 'e1', at, details, by: 'Someone' })
    await run(scraper, itemInput(id, 'web'), reported({ count: 1 }))
    const again = await run(scraper, reported({ count: 1 }))
    expect(again.counts.changes).toMatchObject({ stored: 0, grouped: 0 })
    const more = await run(scraper, reported({ count: 2 }))
    expect(more.counts.changes).toMatchObject({ stored: 0, grouped: 1 })
    expect(await listed(id)).toMatchObject([{ count: 2 }])
  })

  test('changes of nobody, and of what people do not want to hear of, are counted', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    await run(scraper, itemInput(id, 'web'))
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
    const item = (replicas: number) => itemInput(web, 'web', { type: 'T::Web', config: { replicas } })
    await run(scraper, item(1), itemInput(job, 'job', { type: 'T::Job' }))
    const { counts, types } = await run(
      scraper,
      item(2),
      itemInput(job, 'job', { type: 'T::Job' }),
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
      itemInput(id, 'ruled', {
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

  test('each update of an item counts that a followed source tells at once, and a run counts the last', async () => {
    const scraper = await addScraper(database.pool)
    const id = newId()
    const reported = (...values: number[]) =>
      values.map((value) => itemInput(id, 'hot', { config: { value } }))
    await run(scraper, ...reported(1))
    await store.follow(scraper, reported(2, 3, 2))
    const occurrences = () =>
      rows(
        `select changed from core.config_change_occurrences as one
         join core.config_changes as change on change.id = one.change_id where config_id = $1 order by number`,
        id,
      )
    const leap = (before: number, after: number) => ({ changed: [{ path: '/value', before, after }] })
    expect(await occurrences()).toEqual([leap(1, 2), leap(2, 3), leap(3, 2)])
    // Back to what is stored, which is no new document.
    await store.follow(scraper, reported(5, 2))
    expect((await occurrences()).slice(3)).toEqual([leap(2, 5), leap(5, 2)])
    await run(scraper, ...reported(7, 8))
    expect((await occurrences()).slice(5)).toEqual([leap(2, 8)])
    expect(
      await rows(
        `select version, change_id is not null as named from core.config_versions where config_id = $1 order by 1`,
        id,
      ),
    ).toEqual([
      { version: 1, named: true },
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
      itemInput(id, 'web'),
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
      await run(scraper, itemInput(id, 'web', { health }))
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
      itemInput(id, 'web', { labels: { only: 'here' } }),
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

  test('filters count no changes that go with their partition', async () => {
    const scraper = await addScraper(database.pool)
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
    await run(
      scraper,
      itemInput(newId(), 'web'),
      readyChange('web', { type: 'Parted', at: daysAgo(20) }),
      readyChange('web', { type: 'Parted', at: daysAgo(1) }),
    )
    const facet = () => rows(`select kind, count from core.config_facets where value = 'Parted'`)
    expect(await facet()).toEqual([{ kind: 'change_type', count: 2 }])
    const [least] = await rows('select core.id_at($1)::text as id', daysAgo(10))
    await inTransaction(database.pool, (client) => forgetCounts(client, least.id))
    expect(await facet()).toEqual([{ kind: 'change_type', count: 1 }])
  })
})
