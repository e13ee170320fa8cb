// Events at a steady rate for three consumers in a process that is killed again and again: whether any is lost, how many
// are consumed more than once, and how long the rest takes. It prints figures; no figure is an error.
// Run: npm run bench events-kills [-- --rate 1000 --seconds 30 --kills 3]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { inTransaction, openDatabase } from '../apps/server/src/platform/database/index.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { createEvents, defineConsumer } from '../apps/server/src/platform/events/index.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { prepareJobQueue } from '../apps/server/src/platform/jobs/index.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { consumerNames } from '../apps/server/src/testing/consume-events.ts'
import { machine } from './lib/figures.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    kills: { type: 'string', default: '3' },
  },
})
const [rate, seconds, kills] = [Number(values.rate), Number(values.seconds), Number(values.kills)]
const STEP_MILLISECONDS = 50
const GIVE_UP_MILLISECONDS = 120_000
const program = fileURLToPath(new URL('../apps/server/src/testing/consume-events.ts', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
const postgres = await launchPostgres({
  dataDirectory: folder,
  password: 'only for benchmarks',
  clock: systemClock,
})
const log = await createLog('error')
const database = openDatabase({ connection: postgres.connection, connections: 4, log })
const { pool } = database

/** Starts the process with the consumers, and waits until it consumes. */
async function consume() {
  const child = spawn(process.execPath, [program, JSON.stringify(postgres.connection), '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

try {
  await migrate(pool)
  await prepareJobQueue(pool, log)
  await pool.query(
    'create table consumed (event uuid, consumer text, times integer not null, primary key (event, consumer))',
  )
  const events = createEvents(systemClock)
  events.register(
    consumerNames.map((name) =>
      defineConsumer({ event: 'check.failed', name, lane: 'events', run: async () => {} }),
    ),
  )
  const payload = () => ({
    checkId: newId(),
    canaryId: newId(),
    time: systemClock.now().toISOString(),
    previous: 'healthy' as const,
  })
  let child = await consume()
  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  let emitted = 0
  let killed = 0
  while (elapsed() < seconds * 1_000) {
    const wanted = Math.floor((elapsed() / 1_000) * rate) - emitted
    if (wanted > 0) {
      await inTransaction(pool, (client) =>
        events.emit(client, 'check.failed', ...Array.from({ length: wanted }, payload)),
      )
      emitted += wanted
    }
    if (killed < kills && elapsed() > ((killed + 1) * seconds * 1_000) / (kills + 1)) {
      killed += 1
      child.kill('SIGKILL')
      await once(child, 'exit')
      child = await consume()
    }
    await systemClock.wait(STEP_MILLISECONDS)
  }
  const took = elapsed()
  const wanted = emitted * consumerNames.length
  const count = async () =>
    (
      await pool.query<{ once: number; again: number }>(
        'select count(*)::integer as once, coalesce(sum(times), 0)::integer - count(*)::integer as again from consumed',
      )
    ).rows[0] ?? { once: 0, again: 0 }
  const ended = performance.now()
  while ((await count()).once < wanted && performance.now() - ended < GIVE_UP_MILLISECONDS)
    await systemClock.wait(STEP_MILLISECONDS)
  const { once: consumed, again } = await count()
  console.log(
    `${emitted} events in ${(took / 1_000).toFixed(0)} s, ${consumerNames.length} consumers each, ${killed} kills of their process; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(
    `  lost ${wanted - consumed} of ${wanted} (aim 0), consumed again ${again}, all done ${((performance.now() - ended) / 1_000).toFixed(1)} s after the last`,
  )
  child.kill('SIGTERM')
} finally {
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
