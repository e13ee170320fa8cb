import { DAY, HOUR } from '@binnacle/contract/core'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { subjects } from '../../platform/subjects.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { catalogStore } from './index.ts'
import { countRecentChanges, forgetOld } from './store/retention/retention.ts'
import { forgetBySpec } from './store/retention/retention-by-spec.ts'
import type { OpenCatalogStore } from './store/index.ts'
import { addScraper, readyChange, readyInsight, itemInput } from './store/testing.ts'

let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser
let platform: Platform
let store: OpenCatalogStore

beforeAll(async () => {
  app = await startTestApp()
  platform = app.platform
  admin = await app.signedIn()
  viewer = (await app.person('viewer@example.com', ['viewer'])).browser
  store = catalogStore.of(platform)
})

test('documents, versions, blame and differences are answered', async () => {
  const scraper = await addScraper(app.database.pool)
  const id = newId()
  for (const replicas of [1, 2])
    await store.follow(scraper, [itemInput(id, 'web', { config: { replicas, name: 'web' } })])
  const { body: listed } = await viewer.send('GET', `/api/catalog/${id}/versions`)
  expect(listed.versions).toMatchObject([
    { version: 2, until: null, change_id: expect.any(String) },
    { version: 1, change_id: null },
  ])
  const at = encodeURIComponent(listed.versions[1].since)
  expect((await viewer.send('GET', `/api/catalog/${id}/document?at=${at}`)).body).toMatchObject({
    version: 1,
    document: { replicas: 1, name: 'web' },
  })
  expect((await viewer.send('GET', `/api/catalog/${id}/blame`)).body.values).toMatchObject([
    { path: '/name', version: 1 },
    { path: '/replicas', version: 2 },
  ])
  const { body } = await viewer.send('GET', `/api/catalog/difference?from=${id}&fromAt=${at}&to=${id}`)
  expect(body).toMatchObject({ changed: [{ path: '/replicas', before: 1, after: 2 }] })
  expect(body.diff).toContain('-  "replicas": 1')
  expect((await viewer.send('GET', `/api/catalog/${newId()}/document`)).status).toBe(404)
  expect((await viewer.send('GET', `/api/catalog/${id}/document?at=yesterday`)).status).toBe(400)
})

test('only those who may write scrapers decide about held deletions', async () => {
  const scraper = await addScraper(app.database.pool)
  const item = (number: number) => itemInput(newId(), `held ${number}`)
  for (const items of [[1, 2, 3, 4, 5].map(item), [], []]) {
    const run = await store.begin(scraper, { preview: false })
    await run.add([...items, { kind: 'complete' }])
    await run.publish()
  }
  const path = `/api/scrapers/${scraper.id}/deletions`
  const body = { type: 'Test::Thing' }
  expect((await viewer.send('POST', `${path}/approve`, { body })).status).toBe(403)
  expect((await admin.send('POST', `${path}/reject`, { body })).body).toEqual({ items: 5 })
  expect((await admin.send('POST', `${path}/approve`, { body })).status).toBe(404)
})

test('an item of the catalog is a subject of messages', async () => {
  const scraper = await addScraper(app.database.pool)
  const [parent, child] = [newId(), newId()]
  await store.follow(scraper, [
    itemInput(parent, 'cluster'),
    itemInput(child, 'node', {
      health: 'unhealthy',
      description: 'no disk',
      parents: [{ externalId: 'cluster' }],
      labels: { zone: 'a' },
      tags: { namespace: 'default' },
    }),
  ])
  const subject = subjects.of(platform).get('config')
  expect((await subject?.load([child]))?.get(child)).toMatchObject({
    kind: 'config',
    name: 'node',
    health: 'unhealthy',
    reason: 'no disk',
    namespace: 'default',
    within: [{ kind: 'config', id: parent }],
    labels: { zone: 'a' },
    path: `/catalog/${child}`,
  })
})

test('what is past its time is forgotten', async () => {
  const { pool } = app.database
  const scraper = await addScraper(pool, {
    retention: {
      changes: [
        { name: 'Noise', count: 1 },
        { name: 'Old', age: '1h' },
      ],
      types: [{ name: 'Brief', deletedAge: '1h' }],
    },
  })
  const [kept, gone, used, brief] = [newId(), newId(), newId(), newId()]
  const hoursAgo = (hours: number) => new Date(platform.clock.now().getTime() - hours * 3_600_000)
  await store.follow(scraper, [
    itemInput(kept, 'kept'),
    itemInput(gone, 'gone'),
    itemInput(used, 'used'),
    itemInput(brief, 'brief', { type: 'Brief' }),
    readyInsight('kept', { externalId: 'week' }),
    readyInsight('kept', { externalId: 'months' }),
    readyChange('kept', { type: 'Noise', externalId: '1', at: hoursAgo(9) }),
    readyChange('kept', { type: 'Noise', externalId: '2', at: hoursAgo(6) }),
    readyChange('kept', { type: 'Old', at: hoursAgo(3) }),
    readyChange('kept', { type: 'Recent' }),
  ])
  await pool.query(
    `update core.config_items set deleted_at = now() - interval '8 days' where id = any ($1)`,
    [[gone, used]],
  )
  await pool.query(`update core.config_items set deleted_at = now() - interval '2 hours' where id = $1`, [
    brief,
  ])
  const component = await pool.query(
    `insert into core.components (external_id, name) values ('x', 'x') returning id`,
  )
  await pool.query(
    'insert into core.config_component_relationships (component_id, config_id) values ($1, $2)',
    [component.rows[0].id, used],
  )
  await pool.query(
    `update core.config_analysis set last_observed = now() - case external_id when 'week' then 8 else 61 end * interval '1 day'
     where config_id = $1`,
    [kept],
  )
  const now = platform.clock.now()
  expect((await forgetOld(pool, now)).details).toMatchObject({
    summary: { closed: 2, deleted: 1, purged: 1 },
  })
  expect((await forgetBySpec(pool, platform.events, now)).details).toEqual({
    summary: { changes: 2, items: 1, expired: 0, stale: 0, resolved: 0 },
  })
  const items = await pool.query('select id from core.config_items where scraper_id = $1', [scraper.id])
  expect(new Set(items.rows.map(({ id }) => id))).toEqual(new Set([kept, used]))
  const changes = await pool.query(
    'select change_type from core.config_changes where config_id = $1 order by 1',
    [kept],
  )
  expect(changes.rows).toEqual([{ change_type: 'Noise' }, { change_type: 'Recent' }])
  const insights = await pool.query('select status from core.config_analysis where config_id = $1', [kept])
  expect(insights.rows).toEqual([{ status: 'closed' }])
})

test('changes leave the counts of the last days as time passes', async () => {
  const { pool } = app.database
  const scraper = await addScraper(pool)
  const id = newId()
  await store.follow(scraper, [itemInput(id, 'counted'), readyChange('counted')])
  const counts = async () =>
    (
      await pool.query('select changes_7d, changes_30d from core.config_item_stats where config_id = $1', [
        id,
      ])
    ).rows[0]
  expect(await counts()).toEqual({ changes_7d: 1, changes_30d: 1 })
  await countRecentChanges(pool, new Date(platform.clock.now().getTime() + 8 * DAY))
  expect(await counts()).toEqual({ changes_7d: 0, changes_30d: 1 })
  await countRecentChanges(pool, new Date(platform.clock.now().getTime() + 31 * DAY))
  expect(await counts()).toEqual({ changes_7d: 0, changes_30d: 0 })
})

test('what no run has shown for as long as the spec says is deleted or resolved', async () => {
  const { pool } = app.database
  const scraper = await addScraper(pool, { retention: { staleItemAge: '2h' } })
  const [old, fresh] = [newId(), newId()]
  await store.follow(scraper, [itemInput(old, 'old'), itemInput(fresh, 'fresh'), readyInsight('fresh')])
  await pool.query(
    `update core.config_item_liveness set last_scraped_time = now() - interval '3 hours' where config_id = $1`,
    [old],
  )
  await pool.query(
    `update core.config_analysis set last_observed = now() - interval '3 days' where config_id = $1`,
    [fresh],
  )
  expect((await forgetBySpec(pool, platform.events, platform.clock.now())).details).toMatchObject({
    summary: { stale: 1, resolved: 1 },
  })
  const items = await pool.query(
    'select name, delete_reason from core.config_items where scraper_id = $1 order by 1',
    [scraper.id],
  )
  expect(items.rows).toEqual([
    { name: 'fresh', delete_reason: null },
    { name: 'old', delete_reason: 'STALE' },
  ])
})

/** A scraper that keeps items of two types for two hours, and what it finds: names begin with their age. */
async function agedScraper() {
  const { pool } = app.database
  const stored = await addScraper(pool, {
    retention: {
      types: [
        { name: 'Aged::Job', createdAge: '2h' },
        { name: 'Aged::Build', updatedAge: '2h' },
      ],
    },
  })
  const scraper = {
    ...stored,
    ages: [
      { type: 'Aged::Job', created: 2 * HOUR, updated: undefined },
      { type: 'Aged::Build', created: undefined, updated: 2 * HOUR },
    ],
  }
  const names = ['old job', 'new job', 'old build', 'new build', 'other']
  const types = ['Aged::Job', 'Aged::Job', 'Aged::Build', 'Aged::Build', 'Aged::Other']
  const all = names.map((name, index) => itemInput(newId(), name, { type: types[index] ?? '' }))
  await store.follow(scraper, all)
  await pool.query(
    `update core.config_items set created_at = now() - interval '3 hours', updated_at = now() - interval '3 hours'
     where scraper_id = $1 and name not like 'new%'`,
    [scraper.id],
  )
  return {
    scraper,
    all,
    forget: async () => (await forgetBySpec(pool, platform.events, platform.clock.now())).details,
    present: async () =>
      (
        await pool.query(
          'select name from core.config_items where scraper_id = $1 and deleted_at is null order by name',
          [scraper.id],
        )
      ).rows.map(({ name }) => name),
  }
}

test('items older than the ages of their type are deleted, and left out of runs while their source shows them', async () => {
  const { pool } = app.database
  const { scraper, all, forget, present } = await agedScraper()
  expect(await forget()).toMatchObject({ summary: { expired: 2 } })
  expect(await present()).toEqual(['new build', 'new job', 'other'])
  const { rows } = await pool.query(
    'select distinct delete_reason from core.config_items where scraper_id = $1 and deleted_at is not null',
    [scraper.id],
  )
  expect(rows).toEqual([{ delete_reason: 'RETENTION' }])
  expect(await store.follow(scraper, all)).toMatchObject({ unchanged: 3, leftOut: 2, restored: 0 })
  expect(await forget()).toMatchObject({ summary: { expired: 0 } })
  expect(await present()).toEqual(['new build', 'new job', 'other'])
  // A spec that no longer says so.
  expect(await store.follow({ ...scraper, ages: [] }, all)).toMatchObject({ leftOut: 0, restored: 2 })
})

test('an item that was deleted for its age and purged is not new again while its source shows it', async () => {
  const { pool } = app.database
  const { scraper, all, forget, present } = await agedScraper()
  await forget()
  await pool.query(
    `update core.config_items set deleted_at = now() - interval '8 days'
     where scraper_id = $1 and deleted_at is not null`,
    [scraper.id],
  )
  expect((await forgetOld(pool, platform.clock.now())).details).toMatchObject({ summary: { purged: 2 } })
  expect(await store.follow(scraper, all)).toMatchObject({ added: 0, unchanged: 3, leftOut: 2 })
  expect(await present()).toEqual(['new build', 'new job', 'other'])
  const changed = all.map((item) => ({ ...item, config: { name: item.name, is: 'other' } }))
  // That a document has changed makes its item no younger, and is its last change.
  expect(await store.follow(scraper, changed)).toMatchObject({ added: 1, updated: 3, leftOut: 1 })
  expect(await present()).toEqual(['new build', 'new job', 'old build', 'other'])
  const remembered = async () =>
    (await pool.query('select config_id from core.config_item_expired where scraper_id = $1', [scraper.id]))
      .rows
  expect(await remembered()).toEqual([{ config_id: all[0]?.id }])
  await forgetOld(pool, new Date(platform.clock.now().getTime() + 91 * DAY))
  expect(await remembered()).toEqual([])
})

test('an item that its source says is too old is not stored, with what hangs on it', async () => {
  const { pool } = app.database
  const { scraper } = await agedScraper()
  const created = new Date(platform.clock.now().getTime() - 3 * HOUR)
  const [job, child] = [newId(), newId()]
  const staged = await store.begin(scraper, { preview: false })
  await staged.add([
    itemInput(job, 'ancient job', { type: 'Aged::Job', createdAt: created }),
    itemInput(child, 'its child', {
      type: 'Aged::Other',
      parents: [{ externalId: 'ancient job' }],
      related: [{ externalId: 'ancient job', by: 'scraper' }],
    }),
  ])
  const { types } = await staged.publish()
  expect(types).toMatchObject({ 'Aged::Job': { added: 0, leftOut: 1 }, 'Aged::Other': { added: 1 } })
  const { rows } = await pool.query('select id, parent_id from core.config_items where id = any ($1)', [
    [job, child],
  ])
  expect(rows).toEqual([{ id: child, parent_id: null }])
})
