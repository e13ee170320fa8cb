import { healthy } from '@binnacle/plugin-kit/core'
import { expect, onTestFinished, test } from 'vitest'
import { nextDueTime } from './claim.ts'
import { openDatabase } from '../../../../platform/database/index.ts'
import { createLog } from '../../../../platform/log.ts'
import { startDatabaseProxy } from '../../../../testing/database-proxy.ts'
import { noon, prepareWorkers, typesRunning } from '../testing.ts'

const { database, clock, save, createWorker, count, advanceUntil } = await prepareWorkers()

test('the next due time is that of the wanted types', async () => {
  await save(await typesRunning(async () => healthy()), '@every 10s', ['a'])
  const before = new Date(noon.getTime() - 1_000)
  const { rows } = await database.pool.query<{ due_at: Date }>('select due_at from core.check_state')
  expect(await nextDueTime(database.pool, before, ['http', 'exec'])).toEqual(rows[0]?.due_at)
  expect(await nextDueTime(database.pool, before, ['http'])).toBeUndefined()
})

/** A worker whose connections break at will, and two checks that run for ten minutes at most. */
async function startBreakableWorker() {
  const types = await typesRunning(async () => healthy())
  const proxy = await startDatabaseProxy(database.connection)
  const own = openDatabase({ connection: proxy.connection, connections: 3, log: await createLog('silent') })
  onTestFinished(() => own.close())
  const worker = await createWorker(types, undefined, own.pool)
  await save(types, '@every 10s', ['a', 'b'], { timeout: '10m' })
  return { proxy, worker }
}

const leased = () => count('core.check_state where lease_id is not null')

test('due checks whose claim lost its answer run again soon, not only when their leases end', async () => {
  const { proxy, worker } = await startBreakableWorker()
  await database.pool.query('update core.check_state set due_at = $1', [noon])
  const lost = proxy.loseAnswer('for update skip locked')
  worker.start()
  await lost
  expect(await leased()).toBe(2)
  await advanceUntil(async () => (await count('core.check_statuses')) >= 2)
  expect(clock.now().getTime() - noon.getTime()).toBeLessThan(60_000)
})

test('a check whose claim by hand lost its answer can be run again soon', async () => {
  const { proxy, worker } = await startBreakableWorker()
  const { rows } = await database.pool.query<{ id: string }>('select id from core.checks limit 1')
  const [{ id } = { id: '' }] = rows
  const lost = proxy.loseAnswer('and exists (select from core.checks')
  const [refused] = await Promise.allSettled([worker.runNow(id), lost])
  expect(refused.status).toBe('rejected')
  expect(await leased()).toBe(1)
  await advanceUntil(async () => (await leased()) === 0)
  expect(clock.now().getTime() - noon.getTime()).toBeLessThan(60_000)
  expect(await worker.runNow(id)).toBeDefined()
})
