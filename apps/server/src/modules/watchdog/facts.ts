// What the detectors know. Each query reads only what is due, failed or overdue.
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { Columns } from '../../platform/database/columns.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { DueFacts } from './detectors/work.ts'
import { hostOf, isNetworkFailure, type NetworkFacts, type NetworkFailure } from './detectors/network.ts'

/** Checks that come due within this time count among those that are due. Milliseconds. */
const AHEAD = 10 * 60_000
/** A process claims due checks within seconds. Before this a check is not overdue. Milliseconds. */
const GRACE = 20_000
/** However long the interval of a check is, it is overdue after this. Milliseconds. */
const LONGEST_DELAY = 5 * 60_000

// The interval of a check is what lies between its last run and the time when it is due.
const findDue = (now: Date, intervals: number) => sql`
  with recursive types as (
    (select type from core.check_state where due_at is not null order by type limit 1)
    union all
    select (
      select type from core.check_state where due_at is not null and type > types.type order by type limit 1
    ) from types where types.type is not null
  )
  select count(*)::integer as due, count(*) filter (
    where near.due_at < ${now}::timestamptz - make_interval(secs => ${GRACE / 1_000})
      and (near.lease_until is null or near.lease_until < ${now})
      and ${now}::timestamptz - near.due_at > least(
        ${intervals - 1}::integer * coalesce(near.due_at - near.last_runtime, interval '1 minute'),
        make_interval(secs => ${LONGEST_DELAY / 1_000})
      )
  )::integer as overdue
  from types cross join lateral (
    select due_at, last_runtime, lease_until from core.check_state
    where check_state.type = types.type and due_at < ${now}::timestamptz + make_interval(secs => ${AHEAD / 1_000})
  ) as near`

/** How many checks are due, and how many of them are overdue. @param intervals of a check without a run */
export async function dueFacts(pool: Pool, now: Date, intervals: number): Promise<DueFacts> {
  const { rows } = await pool.query<DueFacts>(findDue(now, intervals))
  return rows[0] ?? { due: 0, overdue: 0 }
}

/** Number of processes that run checks and jobs and had a heartbeat lately. @param silence milliseconds */
export async function workingProcesses(pool: Pool, silence: number): Promise<number> {
  const { working } = await tablesOn(pool)
    .selectFrom('core.processes')
    .select(({ fn }) => fn.countAll<number>().as('working'))
    .where('role', '<>', 'api')
    .where('heartbeat_at', '>', fragment<Date>`now() - make_interval(secs => ${silence / 1_000})`)
    .executeTakeFirstOrThrow()
  return working
}

/** Lanes of jobs that stand still in a living process. @param silence milliseconds without a heartbeat of a dead one */
export async function stillLanes(pool: Pool, silence: number): Promise<string[]> {
  const rows = await tablesOn(pool)
    .selectFrom('core.processes')
    .select(fragment<string>`unnest(still_lanes)`.as('lane'))
    .where('heartbeat_at', '>', fragment<Date>`now() - make_interval(secs => ${silence / 1_000})`)
    .execute()
  return [...new Set(rows.map(({ lane }) => lane))].toSorted()
}

/** Targets of this machine, as a regular expression of PostgreSQL. */
const OF_THIS_MACHINE = '^(?:localhost|127\\.0\\.0\\.1|\\[?::1\\]?)(?::\\d+)?$'

/** Targets of this machine answer without a network, and built-in and pushed checks have none elsewhere. */
const isElsewhere = sql`
  not checks.pushed and checks.deleted_at is null and checks.agent_id = ${LOCAL_AGENT_ID}
  and state.target is not null and state.target !~* ${OF_THIS_MACHINE}`

const ended = raw(`state.last_runtime + make_interval(secs => coalesce(state.last_duration, 0) / 1000.0)`)

const failedRun = sql`
  select state.target, state.error, state.last_runtime, state.last_transition_time as turned_at, ${ended} as ended_at,
    result.details ->> 'reason' as code
  from core.check_state as state
  join core.checks on checks.id = state.check_id
  left join core.check_statuses as result on result.check_id = state.check_id and result.time = state.last_runtime
  where state.state = 'unhealthy' and ${isElsewhere}`

const findFailures = (from: Date) => sql`
  ${failedRun} and state.last_transition_time > ${from} order by state.last_transition_time limit ${MOST_FAILURES}`

const findFailure = (checkId: string) => sql`${failedRun} and state.check_id = ${checkId}`

const findAnswer = (from: Date) => sql`
  select max(${ended}) as answered_at
  from core.check_state as state join core.checks on checks.id = state.check_id
  where state.state = 'healthy' and state.last_runtime > ${from} and ${isElsewhere}`

const findTargets = () => sql`
  select distinct state.target from core.check_state as state join core.checks on checks.id = state.check_id
  where ${isElsewhere} limit ${MOST_TARGETS}`

/** More failures, and more targets, change nothing. */
const MOST_FAILURES = 2_000
const MOST_TARGETS = 2_000

type FailureRow = Columns<'core.check_state', 'error'> & {
  target: string
  code: string | null
  last_runtime: Date
  turned_at: Date
  ended_at: Date
}

function failureOf({ target, turned_at, ended_at }: FailureRow): NetworkFailure {
  return { host: hostOf(target), turnedAt: turned_at, endedAt: ended_at }
}

const isOfNetwork = ({ code, error }: FailureRow) => isNetworkFailure(code, error)

/** A check whose target did not answer in its newest run. */
export interface LastFailure extends NetworkFailure {
  startedAt: Date
}

/** The newest run of a check, if its target elsewhere did not answer at the level of the network. */
export async function lastNetworkFailure(pool: Pool, checkId: string): Promise<LastFailure | undefined> {
  const { rows } = await pool.query<FailureRow>(findFailure(checkId))
  const [row] = rows
  return row === undefined || !isOfNetwork(row)
    ? undefined
    : { ...failureOf(row), startedAt: row.last_runtime }
}

/** Reads the hosts that are checked. */
export async function checkedHosts(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ target: string }>(findTargets())
  return new Set(rows.map(({ target }) => hostOf(target))).size
}

/**
 * Which targets stopped to answer since an instant, and when one last answered.
 * @param isLost whether the network counts as lost; otherwise nothing more is read if there are no failures
 * @param hosts reads the number of hosts that are checked
 */
export async function networkFacts(
  pool: Pool,
  from: Date,
  isLost: boolean,
  hosts: () => Promise<number>,
): Promise<NetworkFacts> {
  const { rows } = await pool.query<FailureRow>(findFailures(from))
  const failures = rows.filter(isOfNetwork).map(failureOf)
  if (failures.length === 0 && !isLost) return { failures, answeredAt: undefined, hosts: 0 }
  const found = await pool.query<{ answered_at: Date | null }>(findAnswer(from))
  return { failures, answeredAt: found.rows[0]?.answered_at ?? undefined, hosts: await hosts() }
}

/** How many messages a limit holds back at present. */
export async function countLimited(pool: Pool): Promise<number> {
  const { limited } = await tablesOn(pool)
    .selectFrom('core.alert_told')
    .select(({ fn }) => fn.countAll<number>().as('limited'))
    .where('held_by', '=', fragment.lit('limit'))
    .executeTakeFirstOrThrow()
  return limited
}
