import { healthy, unhealthy } from '@binnacle/plugin-kit/core'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../../platform/database/index.ts'
import { newId } from '../../../../platform/ids.ts'
import { removeCanaries } from '../../canaries/remove.ts'
import type { CheckTypes } from '../../canary-spec/check-types.ts'
import { nextStatus } from '../../results/check-status.ts'
import { Recorder } from '../../results/record.ts'
import { noon, prepareWorkers, typesRunning } from '../testing.ts'

const { database, clock, recording, createWorker, save, count } = await prepareWorkers()

describe('storing', () => {
  /** What a check says after a run by hand, which found it healthy before. */
  async function stateAfter(types: CheckTypes): Promise<Record<string, unknown> | undefined> {
    const worker = await createWorker(types)
    await database.pool.query(`update core.check_state set state = 'healthy', verdict = 'healthy'`)
    const { rows } = await database.pool.query<{ check_id: string }>('select check_id from core.check_state')
    await worker.runNow(rows[0]?.check_id ?? '')
    const after = await database.pool.query<Record<string, unknown>>(
      'select state, error, lease_id from core.check_state',
    )
    await worker.stop(0)
    return after.rows[0]
  }

  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  test('names of transformed checks that are too long to differ keep none of the others away', async () => {
    const long = 'x'.repeat(300)
    const given = [`${long}a`, `${long}b`, 'other'].map((name) => ({ name, pass: true }))
    const types = await typesRunning(async () => healthy({ details: { content: JSON.stringify(given) } }))
    await save(types, '@every 1h', ['a'], { transform: { template: '{{ .content }}' } })
    const parent = await database.pool.query<{ check_id: string }>('select check_id from core.check_state')
    const worker = await createWorker(types)
    const run = await worker.runNow(parent.rows[0]?.check_id ?? '')
    await worker.stop(0)
    const { rows } = await database.pool.query(
      `select name, state from core.checks join core.check_state on check_id = id where transformed order by name`,
    )
    expect(rows).toEqual([
      { name: 'other', state: 'healthy' },
      { name: expect.stringMatching(/^x+/), state: 'healthy' },
    ])
    expect(run?.result.message).toContain('not stored, as other checks of the canary have their names: xxx')
  })

  test('a check that was taken out of use is not run by hand any more', async () => {
    const types = await typesRunning(async () => healthy())
    await save(types, '@every 1h', ['a'])
    const { rows } = await database.pool.query<{ check_id: string; canary_id: string }>(
      'select check_id, canary_id from core.check_state join core.checks on checks.id = check_id',
    )
    await inTransaction(database.pool, (client) =>
      removeCanaries(client, { now: clock.now(), by: 'test' }, [rows[0]?.canary_id ?? '']),
    )
    const worker = await createWorker(types)
    expect(await worker.runNow(rows[0]?.check_id ?? '')).toBeUndefined()
    await worker.stop(0)
    expect((await database.pool.query('select due_at from core.check_state')).rows).toEqual([
      { due_at: null },
    ])
  })

  test('a transform whose result is nested too deep says so, and does not leave the check as it was', async () => {
    const types = await typesRunning(async () =>
      healthy({ details: { content: `{"detail":${nested(5_000)}}` } }),
    )
    await save(types, '@every 1h', ['a'], { transform: { template: '{{ .content }}' } })
    expect(await stateAfter(types)).toEqual({
      state: 'unknown',
      error: 'the transform failed: what it gives has more than 1000 levels of lists and objects',
      lease_id: null,
    })
  })

  test('a result that meets a defect on its way is unknown, and does not leave the check as it was', async () => {
    const types = await typesRunning(async () => healthy({ details: { deep: JSON.parse(nested(20_000)) } }))
    await save(types, '@every 1h', ['a'])
    expect(await stateAfter(types)).toMatchObject({
      state: 'unknown',
      error: expect.stringContaining('an error in Binnacle'),
      lease_id: null,
    })
  })

  test('a duration that the database cannot hold does not leave the check as it was', async () => {
    const types = await typesRunning(async () => healthy())
    await save(types, '@every 1h', ['a'], { transform: { template: '{"duration": 1e300, "pass": false}' } })
    expect(await stateAfter(types)).toMatchObject({ state: 'unhealthy', lease_id: null })
    expect(await count(`core.check_statuses where duration > 0`)).toBe(1)
  })

  test('results that the database cannot store as they are hold back no others', async () => {
    const types = await typesRunning(async () => healthy())
    await save(types, '@every 1h', ['a', 'b'])
    const { rows } = await database.pool.query<{ check_id: string; lease_id: string }>(
      `update core.check_state set lease_id = gen_random_uuid(), lease_owner = gen_random_uuid() returning check_id, lease_id`,
    )
    const recorder = new Recorder(recording())
    const stored = await Promise.all(
      rows.map(({ check_id: checkId, lease_id: leaseId }, index) =>
        recorder.record({
          checkId,
          canaryId: newId(),
          leaseId,
          // What no type produces: half a surrogate pair, which JSON in the database refuses.
          result: {
            time: noon,
            state: 'healthy',
            duration: 1,
            message: null,
            error: null,
            details: index === 0 ? { bad: '\uD800' } : null,
          },
          status: nextStatus({ verdict: null, streak: 0 }, 'healthy', { failure: 1, recovery: 1 }),
          nextDue: null,
          skipped: 0,
        }),
      ),
    )
    expect(stored).toEqual([true, true])
    expect(
      await count(`core.check_statuses where state = 'unknown' and error like '%could not be stored%'`),
    ).toBe(1)
    expect(await count(`core.check_statuses where state = 'healthy'`)).toBe(1)
  })

  test('rollups add up what came in: counts, sums, histogram', async () => {
    const durations = [10, 10, 10, 200]
    let run = 0
    const types = await typesRunning(async () => {
      run += 1
      const duration = durations[run - 1] ?? 1
      return run === 4
        ? unhealthy('slow', { durationMilliseconds: duration })
        : healthy({ durationMilliseconds: duration })
    })
    await save(types, '@every 1h', ['a'])
    const worker = await createWorker(types)
    const { rows } = await database.pool.query<{ check_id: string }>('select check_id from core.check_state')
    const id = rows[0]?.check_id ?? ''
    for (const _ of durations) {
      clock.advance(1_000)
      await worker.runNow(id)
    }
    for (const table of ['core.check_rollups_5m', 'core.check_rollups_1h', 'core.check_rollups_1d']) {
      const rolled = await database.pool.query<Record<string, number>>(
        `select passed, failed, unknown, duration_sum, duration_max,
           derived.percentile(histogram, 4, 0.75) as p75, derived.percentile(histogram, 4, 0.76) as p76
         from ${table} where check_id = $1`,
        [id],
      )
      const { p75 = 0, p76 = 0, ...sums } = rolled.rows[0] ?? {}
      expect(sums).toEqual({ passed: 3, failed: 1, unknown: 0, duration_sum: 230, duration_max: 200 })
      expect(Math.abs(p75 - 10)).toBeLessThan(0.5)
      expect(Math.abs(p76 - 200)).toBeLessThan(10)
    }
    await worker.stop(0)
  })
})
