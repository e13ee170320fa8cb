import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { consumerNames } from '../../testing/consume-events.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { until } from '../../testing/until.ts'
import { systemClock } from '../clock.ts'
import { inTransaction } from '../database/index.ts'
import { newId } from '../ids.ts'
import { prepareJobQueue } from '../jobs/index.ts'
import { createLog } from '../log.ts'
import { createEvents, defineConsumer } from './index.ts'

const KILLS = 3
const EVENTS_A_LIFE = 600
const program = fileURLToPath(new URL('../../testing/consume-events.ts', import.meta.url))

test(
  'events outlive three kills of the process that consumes them: none is lost, none is consumed that was not committed',
  { timeout: 240_000 },
  async () => {
    const database = await createTestDatabase()
    const { pool } = database
    await prepareJobQueue(pool, await createLog('silent'))
    await pool.query(
      'create table consumed (event uuid, consumer text, times integer, primary key (event, consumer))',
    )
    const events = createEvents(systemClock)
    events.register(
      consumerNames.map((name) =>
        defineConsumer({ event: 'check.failed', name, lane: 'events', run: async () => {} }),
      ),
    )
    const emit = (count: number, commits = true) =>
      inTransaction(pool, async (client) => {
        await events.emit(
          client,
          'check.failed',
          ...Array.from({ length: count }, () => ({
            checkId: newId(),
            canaryId: newId(),
            time: '2026-11-22T12:00:00.000Z',
            previous: 'healthy' as const,
          })),
        )
        if (!commits) throw new Error('changed our mind')
      }).catch((error: unknown) => {
        if (commits) throw error
      })
    const start = async (): Promise<ChildProcess> => {
      const child = spawn(process.execPath, [program, JSON.stringify(database.connection)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      await once(child.stdout, 'data')
      return child
    }
    const consumed = async () =>
      (await pool.query<{ count: number }>('select count(*) from consumed')).rows[0]?.count ?? 0

    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await consumed()
      const child = await start()
      await emit(EVENTS_A_LIFE)
      await emit(EVENTS_A_LIFE, false)
      // In the middle: some are consumed, others wait in the memory of the process.
      await until(async () => (await consumed()) > before + 50)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      const { rows } = await pool.query<{ held: number }>(
        'select count(*)::integer as held from graphile_worker.jobs where locked_at is not null',
      )
      expect(rows[0]?.held).toBeGreaterThan(0)
    }
    await start()
    const wanted = KILLS * EVENTS_A_LIFE * consumerNames.length
    await until(async () => (await consumed()) >= wanted, 120_000)
    await until(async () => {
      const { rows } = await pool.query('select from graphile_worker.jobs')
      return rows.length === 0
    }, 60_000)
    expect(await consumed()).toBe(wanted)
  },
)
