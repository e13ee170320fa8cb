// Consumes check.failed with three consumers, each of which writes what it got, and how often, into the table "consumed",
// until something ends the process. The first argument is the connection, as JSON; the second the seconds that each
// consumption takes. For tests of what is lost when it is killed.
import { z } from 'zod'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/index.ts'
import { createEvents, defineConsumer } from '../platform/events/index.ts'
import { newId } from '../platform/ids.ts'
import { startJobEngine, takeOverJobs } from '../platform/jobs/index.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { registerProcess } from '../platform/processes/index.ts'

/** Names of the consumers. */
export const consumerNames = ['first', 'second', 'third'] as const

const connection = z
  .object({
    host: z.string(),
    port: z.number(),
    user: z.string(),
    password: z.string(),
    database: z.string(),
  })
  .partial()

/** Consumes until the process ends. */
async function consume(argument: string, pause: number): Promise<void> {
  const log = await createLog('error')
  const given = Object.entries(connection.parse(JSON.parse(argument)))
  const { pool } = openDatabase({
    connection: Object.fromEntries(given),
    connections: 6,
    log,
  })
  const events = createEvents(systemClock)
  events.register(
    consumerNames.map((name) =>
      defineConsumer({
        event: 'check.failed',
        name,
        lane: 'events',
        async run({ id }) {
          await pool.query(
            `insert into consumed (event, consumer, times) select $1, $2, 1 from pg_sleep($3)
             on conflict (event, consumer) do update set times = consumed.times + 1`,
            [id, name, pause],
          )
        },
      }),
    ),
  )
  const processId = newId()
  const engine = await startJobEngine({
    processId,
    pool,
    jobs: events.jobs,
    clock: systemClock,
    log,
    metrics: createMetrics(),
  })
  await registerProcess({
    id: processId,
    workers: engine.workers,
    role: 'worker',
    canaryPaths: [],
    alone: true,
    pool,
    clock: systemClock,
    log,
    onDead: (dead) => takeOverJobs(pool, dead),
  })
  process.stdout.write('ready\n')
}

const [, , connectionText, seconds] = process.argv
// Slow enough, unless told otherwise, that a kill comes in the middle.
if (connectionText !== undefined && import.meta.main) await consume(connectionText, Number(seconds ?? '0.01'))
