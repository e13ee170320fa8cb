import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { startTestApp } from '../../testing/app.ts'
import { catalogStore } from './index.ts'
import type { OpenCatalogStore } from './store/index.ts'
import { forgetOld } from './store/retention/retention.ts'
import { forgetBySpec } from './store/retention/retention-by-spec.ts'
import { lockAgainstRetention } from './store/retention/retention-lock.ts'
import { addScraper, itemInput } from './store/testing.ts'

let platform: Platform
let store: OpenCatalogStore

beforeAll(async () => {
  ;({ platform } = await startTestApp())
  store = catalogStore.of(platform)
})

async function present(scraperId: string): Promise<unknown[]> {
  const { rows } = await platform.pool.query(
    `select items.name, bodies.config, bodies.version from core.config_items as items
     left join core.config_item_bodies as bodies on bodies.config_id = items.id
     where items.scraper_id = $1 and items.deleted_at is null`,
    [scraperId],
  )
  return rows
}

test('an item that a run has just seen is not deleted as stale while the run is under way', async () => {
  const { pool, events, clock } = platform
  const scraper = await addScraper(pool, { retention: { staleItemAge: '2h' } })
  const id = newId()
  await store.follow(scraper, [itemInput(id, 'seen')])
  await pool.query(
    `update core.config_item_liveness set last_scraped_time = now() - interval '3 hours' where config_id = $1`,
    [id],
  )
  const run = await store.begin(scraper, { preview: false })
  onTestFinished(() => run.discard())
  await run.add([itemInput(id, 'seen'), { kind: 'complete' }])
  expect((await forgetBySpec(pool, events, clock.now())).details).toMatchObject({ summary: { stale: 0 } })
  expect((await run.publish()).counts).toMatchObject({ unchanged: 1, deleted: 0 })
  expect(await present(scraper.id)).toMatchObject([{ name: 'seen' }])
})

test('a deleted item that a run is about to restore is not purged, so it keeps its document', async () => {
  const { pool, events, clock } = platform
  const scraper = await addScraper(pool, {
    retention: { types: [{ name: 'Test::Thing', deletedAge: '1d' }] },
  })
  const id = newId()
  await store.follow(scraper, [itemInput(id, 'back', { config: { replicas: 1 } })])
  await store.follow(scraper, [itemInput(id, 'back', { config: { replicas: 2 } })])
  const purge = {
    all: () => forgetOld(pool, clock.now()),
    ofSpec: () => forgetBySpec(pool, events, clock.now()),
  }
  for (const forget of [purge.all, purge.ofSpec]) {
    await pool.query(`update core.config_items set deleted_at = now() - interval '8 days' where id = $1`, [
      id,
    ])
    const run = await store.begin(scraper, { preview: false })
    onTestFinished(() => run.discard())
    await run.add([itemInput(id, 'back', { config: { replicas: 2 } }), { kind: 'complete' }])
    await forget()
    expect((await run.publish()).counts).toMatchObject({ added: 0, restored: 1 })
    expect(await present(scraper.id)).toEqual([{ name: 'back', config: { replicas: 2 }, version: 2 }])
  }
  await pool.query(`update core.config_items set deleted_at = now() - interval '8 days' where id = $1`, [id])
  await purge.all()
  expect((await pool.query('select from core.config_items where id = $1', [id])).rowCount).toBe(0)
})

test('a source that is followed without end does not keep retention away', async () => {
  const { pool, clock } = platform
  const scraper = await addScraper(pool)
  const id = newId()
  await store.follow(scraper, [itemInput(id, 'old')])
  await pool.query(`update core.config_items set deleted_at = now() - interval '8 days' where id = $1`, [id])
  const batch = await pool.connect()
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
  try {
    await batch.query('begin')
    await lockAgainstRetention(batch, scraper.id, 'transaction')
    const forgetting = forgetOld(pool, clock.now())
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await batch.query('commit')
    await forgetting
  } finally {
    await batch.query('rollback')
    batch.release()
  }
  expect((await pool.query('select from core.config_items where id = $1', [id])).rowCount).toBe(0)
})

test('a run that begins while items are purged waits until they are gone', async () => {
  const { pool } = platform
  const scraper = await addScraper(pool)
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `binnacle retention ${scraper.id}`,
    ])
    const begins = store.begin(scraper, { preview: false })
    try {
      const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    } finally {
      await other.query('rollback')
      await (await begins).discard()
    }
  } finally {
    other.release()
  }
})
