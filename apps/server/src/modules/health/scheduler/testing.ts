import { createEgress } from '@binnacle/egress'
import type { CheckPlugin } from '@binnacle/plugin-kit/node'
import { inputJsonSchema } from '@binnacle/plugin-kit/core'
import { createScriptEngine } from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeEach, onTestFinished } from 'vitest'
import { createManualClock, systemClock } from '../../../platform/clock.ts'
import { createCommandRunner } from '../../../platform/commands/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { createEvents } from '../../../platform/events/index.ts'
import { newId } from '../../../platform/ids.ts'
import { openLive } from '../../../platform/live/index.ts'
import { createLog } from '../../../platform/log.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { noFiles } from '../../../testing/files.ts'
import { until } from '../../../testing/until.ts'
import { createCanaryParser } from '../canary-spec/canary.ts'
import { type CheckTypes, loadCheckTypes } from '../canary-spec/check-types.ts'
import { saveCanary } from '../canaries/save.ts'
import { createCheckMetrics } from '../metrics/index.ts'
import { Recorder } from '../results/record.ts'
import { CheckSelectors } from '../results/selectors.ts'
import { PreparedChecks } from '../runner/prepare.ts'
import { type CheckWorker, createCheckWorker } from './worker.ts'

/** When the clock of every test begins. */
export const noon = new Date('2026-11-21T12:00:00Z')

/** The exec type with a run that the test decides, so that time and outcome are in its hands. */
export async function typesRunning(run: CheckPlugin['run']): Promise<CheckTypes> {
  const types = await loadCheckTypes()
  const exec = types.get('exec')
  if (exec === undefined) throw new Error('no exec')
  return new Map([['exec', { ...exec, run, jsonSchema: inputJsonSchema(exec.definition.schema) }]])
}

/** Prepares the tests of a file: workers with a clock that the tests move, on a database that is empty before each. */
export async function prepareWorkers() {
  const secrets = createSecrets('a secret key for tests, long enough')
  const log = await createLog('silent')
  const database = await createTestDatabase()
  const clock = createManualClock(noon)
  const scripts = createScriptEngine({ now: () => clock.now() })
  const tasks = createTaskPool()
  afterAll(async () => {
    await scripts.close()
    await tasks.close()
  })
  beforeEach(async () => {
    clock.set(noon)
    await database.pool.query('truncate core.canaries, core.check_statuses, core.check_rollups_5m cascade')
  })

  const recording = () => ({
    pool: database.pool,
    events: createEvents(systemClock),
    clock: systemClock,
    log,
  })

  async function createWorker(
    types: CheckTypes,
    recorder = new Recorder(recording()),
    pool = database.pool,
  ): Promise<CheckWorker & { metrics: ReturnType<typeof createMetrics>; processId: string }> {
    const live = await openLive(database.connection, systemClock, log)
    const metrics = createMetrics()
    const processId = newId()
    const worker = createCheckWorker({
      pool,
      processId,
      types,
      connections: { find: async () => ({ ok: false, failure: 'this test has no connections' }) },
      references: { read: async () => ({ ok: false, failure: 'this test has no references' }) },
      prepared: new PreparedChecks(pool, types, secrets),
      recorder,
      selectors: new CheckSelectors({ pool, log, changed: () => {} }),
      artifactLimits: { days: 30, bytes: 1_000_000_000 },
      live,
      metrics,
      checkMetrics: createCheckMetrics(database.pool, () => clock.now()),
      scripts,
      tasks,
      egress: createEgress({ deny: new Set() }),
      commands: createCommandRunner({ execChecks: 'off' }),
      files: noFiles,
      clock,
      log,
      userAgent: 'test',
    })
    const stop: CheckWorker['stop'] = async (grace) => {
      const stopping = worker.stop(grace)
      const ticking = setInterval(() => clock.advance(1_000), 5)
      await stopping
      clearInterval(ticking)
      await live.close()
    }
    // What a failed test leaves running would claim the checks of the next one.
    onTestFinished(() => stop(0))
    return {
      ...worker,
      metrics,
      processId,
      stop,
    }
  }

  function save(
    types: CheckTypes,
    schedule: string,
    names: readonly string[],
    more: object = {},
  ): Promise<void> {
    return saveSpec(types, { schedule, exec: names.map((name) => ({ name, script: 'x', ...more })) })
  }

  async function saveSpec(types: CheckTypes, spec: Record<string, unknown>): Promise<void> {
    const parsed = await createCanaryParser(types, tasks).parseSpec(spec)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
    await inTransaction(database.pool, (client) =>
      saveCanary(
        client,
        { types, secrets, now: clock.now() },
        {
          metadata: { name: 'test', namespace: 'default', labels: {}, annotations: {} },
          spec: parsed.value,
          source: 'UI',
          createdBy: null,
          by: 'test',
        },
      ),
    )
  }

  const count = async (statement: string): Promise<number> => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::integer as count from ${statement}`,
    )
    return rows[0]?.count ?? 0
  }

  /** Moves the clock in small steps until a condition holds. */
  async function advanceUntil(condition: () => Promise<boolean> | boolean, step = 100): Promise<void> {
    await until(async () => {
      clock.advance(step)
      return condition()
    })
  }

  return { database, clock, secrets, recording, createWorker, save, saveSpec, count, advanceUntil }
}
