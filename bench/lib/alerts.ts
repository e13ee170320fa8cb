// Checks that fail and recover, as the recorder stores them, for benchmarks of what follows.
import type { Severity } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { inTransaction } from '../../apps/server/src/platform/database/index.ts'
import { createEvents, defineConsumer, type Events } from '../../apps/server/src/platform/events/index.ts'

/** A check of a benchmark. */
export interface BenchCheck {
  id: string
  canaryId: string
  name: string
}

/** Events whose consumers run in the product: this process only adds them to the queue. */
export function eventsOfProduct(): Events {
  const events = createEvents(systemClock)
  const usual = { attempts: 25, together: 20, run: async () => {} }
  events.register(
    (['check.passed', 'check.failed'] as const).flatMap((event) => [
      defineConsumer({
        ...usual,
        event,
        name: 'notifications',
        lane: 'notifications',
        takes: ({ severity }) => severity !== 'critical',
      }),
      defineConsumer({
        ...usual,
        event,
        name: 'urgent notifications',
        lane: 'urgent',
        isUrgent: true,
        takes: ({ severity }) => severity === 'critical',
      }),
    ]),
  )
  return events
}

/** Makes healthy checks that nothing runs, in turn of the teams. */
export async function makeChecks(pool: Pool, checks: number, teams: number): Promise<BenchCheck[]> {
  await pool.query(
    `insert into core.canaries (name, namespace, spec, revision)
     select 'canary ' || number, 'bench', '{}', gen_random_uuid() from generate_series(1, $1::integer) as number`,
    [Math.ceil(checks / 10)],
  )
  const { rows } = await pool.query<BenchCheck>(
    `insert into core.checks (canary_id, type, name, namespace, labels, spec)
     select canary.id, 'http', 'check ' || canary.number || '-' || part, 'bench',
       jsonb_build_object('team', 'team-' || ((canary.number * 10 + part) % $2::integer)), '{}'
     from (select id, row_number() over (order by id) as number from core.canaries where namespace = 'bench') as canary
     cross join generate_series(0, 9) as part
     limit $1
     returning id, canary_id as "canaryId", name`,
    [checks, teams],
  )
  await pool.query(
    `insert into core.check_state (check_id, revision, type, timeout_milliseconds, state, last_runtime)
     select id, gen_random_uuid(), 'http', 1000, 'healthy', now() from core.checks where namespace = 'bench'`,
  )
  await pool.query('vacuum analyze core.canaries, core.checks, core.check_state')
  return rows
}

/** Changes checks as the recorder does: their state and the event in one transaction. */
export async function change(
  pool: Pool,
  events: Events,
  checks: readonly BenchCheck[],
  state: 'healthy' | 'unhealthy',
  severity: Severity = 'medium',
): Promise<void> {
  const time = systemClock.now()
  await inTransaction(pool, async (client) => {
    await client.query(
      `update core.check_state set state = $2, message = null, error = $3, last_runtime = $4, last_transition_time = $4
       where check_id = any($1)`,
      [
        checks.map(({ id }) => id),
        state,
        state === 'unhealthy' ? 'status 503, expected 200–299' : null,
        time,
      ],
    )
    await events.emit(
      client,
      state === 'unhealthy' ? 'check.failed' : 'check.passed',
      ...checks.map(({ id, canaryId }) => ({
        checkId: id,
        canaryId,
        time: time.toISOString(),
        previous: state === 'unhealthy' ? ('healthy' as const) : ('unhealthy' as const),
        severity,
      })),
    )
  })
}
