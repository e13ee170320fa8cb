import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { subjects } from '../../platform/subjects.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { catalogStore } from './index.ts'
import { countRecentChanges, forgetBySpec, forgetOld } from './store/retention.ts'
import type { OpenCatalogStore } from './store/index.ts'
import { addScraper, readyChange, readyInsight, readyItem } from './store/testing.ts'

const DAY = 86_400_000

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
    await store.follow(scraper, [readyItem(id, 'web', { config: { replicas, name: 'web' } })])
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
  const item = (number: number) => readyItem(newId(), `held ${number}`)
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
    readyItem(parent, 'cluster'),
    readyItem(child, 'node', {
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
    readyItem(kept, 'kept'),
    readyItem(gone, 'gone'),
    readyItem(used, 'used'),
    readyItem(brief, 'brief', { type: 'Brief' }),
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
  await store.follow(scraper, [readyItem(id, 'counted'), readyChange('counted')])
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
  await store.follow(scraper, [readyItem(old, 'old'), readyItem(fresh, 'fresh'), readyInsight('fresh')])
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

test('items older than the ages of their type are deleted, and stay so while a scrape shows them unchanged', async () => {
  const { pool } = app.database
  const scraper = await addScraper(pool, {
    retention: {
      types: [
        { name: 'Aged::Job', createdAge: '2h' },
        { name: 'Aged::Build', updatedAge: '2h' },
      ],
    },
  })
  const names = ['old job', 'new job', 'old build', 'new build', 'other']
  const types = ['Aged::Job', 'Aged::Job', 'Aged::Build', 'Aged::Build', 'Aged::Other']
  const all = names.map((name, index) => readyItem(newId(), name, { type: types[index] ?? '' }))
  await store.follow(scraper, all)
  await pool.query(
    `update core.config_items set created_at = now() - interval '3 hours', updated_at = now() - interval '3 hours'
     where scraper_id = $1 and name not like 'new%'`,
    [scraper.id],
  )
  const present = async () =>
    (
      await pool.query(
        'select name from core.config_items where scraper_id = $1 and deleted_at is null order by name',
        [scraper.id],
      )
    ).rows.map(({ name }) => name)
  const forget = async () => (await forgetBySpec(pool, platform.events, platform.clock.now())).details
  expect(await forget()).toMatchObject({ summary: { expired: 2 } })
  expect(await present()).toEqual(['new build', 'new job', 'other'])
  const { rows } = await pool.query(
    'select distinct delete_reason from core.config_items where scraper_id = $1 and deleted_at is not null',
    [scraper.id],
  )
  expect(rows).toEqual([{ delete_reason: 'RETENTION' }])
  await store.follow(scraper, all)
  expect(await forget()).toMatchObject({ summary: { expired: 0 } })
  expect(await present()).toEqual(['new build', 'new job', 'other'])
})
