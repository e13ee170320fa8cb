import { type Severity, severities } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { KnownColumns } from '../../platform/database/columns.ts'
import { askTogether } from '../../platform/database/together.ts'
import type { Subject, SubjectState } from '../../platform/subjects.ts'

/** Severity of a check whose spec names none. */
const USUAL_SEVERITY: Severity = 'medium'

type Labels = Readonly<Record<string, string>>

type Row = KnownColumns<
  'core.checks',
  'id' | 'canary_id' | 'name' | 'type' | 'namespace' | 'description' | 'endpoint' | 'labels' | 'severity',
  { labels: Labels }
> & {
  canary_name: string
  canary_namespace: string
  canary_labels: Labels | null
  agent_id: string
  agent_name: string | null
  state: 'healthy' | 'unhealthy' | 'unknown'
  message: string | null
  error: string | null
  duration: number | null
  time: Date | null
  since: Date | null
  depends_on: string[] | null
}

const columns = `
  checks.id, checks.canary_id, checks.name, checks.type, checks.namespace, checks.description, checks.endpoint,
  checks.labels, checks.severity, checks.agent_id, agents.name as agent_name,
  canaries.name as canary_name, canaries.namespace as canary_namespace, canaries.labels as canary_labels,
  state.last_transition_time as since,
  -- Without the condition, all checks of the canary were read: thousands where other systems send alerts.
  case when checks.spec ? 'dependsOn' then (
    select array_agg(other.id) from core.checks as other
    where other.canary_id = checks.canary_id and other.deleted_at is null and other.id <> checks.id
      and checks.spec -> 'dependsOn' ? other.name
  ) end as depends_on`

const joinedTo = (checks: string) => `
  from ${checks}
  join core.check_state as state on state.check_id = checks.id
  join core.canaries on canaries.id = checks.canary_id
  left join core.agents on agents.id = checks.agent_id`

const findNow = `
  select ${columns}, state.state, state.message, state.error, state.last_duration as duration,
    state.last_runtime as time
  ${joinedTo('core.checks')}
  where checks.id = any ($1) and checks.deleted_at is null`

// The event follows from the result of this time, so its message counts, not that of a newer result. The limit makes
// PostgreSQL look each check up, and the bounds keep it from looking for each result in every partition.
const findThen = `
  select given.time as asked, ${columns}, coalesce(result.state, state.state) as state,
    case when result.time is null then state.message else result.message end as message,
    case when result.time is null then state.error else result.error end as error,
    coalesce(result.duration, state.last_duration) as duration, coalesce(result.time, state.last_runtime) as time
  ${joinedTo(`unnest($1::uuid[], $2::timestamptz[]) as given (id, time)
  cross join lateral (select * from core.checks where id = given.id limit 1) as checks`)}
  left join core.check_statuses as result on result.check_id = checks.id and result.time = given.time
    and result.time between $3 and $4
  where checks.deleted_at is null`

/** Results that tell whether a check was unhealthy before: more than any threshold of a status needs. */
const RESULTS_BEFORE = 20

const failedBefore = (checkId: string, time: string) => `
  select max(before.time) from (
    select result.time, result.state from core.check_statuses as result
    where result.check_id = ${checkId} and result.time < ${time} and result.state <> 'unknown'
    order by result.time desc limit ${RESULTS_BEFORE}
  ) as before where before.state = 'unhealthy'`

// A check that was never unhealthy becomes healthy without an event.
const findRecent = `
  select checks.id, state.state, state.last_transition_time as time
  from core.check_state as state join core.checks on checks.id = state.check_id
  where state.last_transition_time is not null and state.state <> 'unknown' and checks.deleted_at is null
    and (state.state = 'unhealthy' or (${failedBefore('state.check_id', 'state.last_transition_time')}) is not null)
  order by state.last_transition_time desc limit $1`

const findFailure = `select (${failedBefore('$1', '$2')}) as time`

/** A result that is older than this says little of a check that somebody is about to be told of. */
const STALE_MILLISECONDS = 60_000

// Checks without a schedule are never due.
const bringForward = `
  update core.check_state set due_at = least(due_at, $2)
  where check_id = $1 and due_at is not null and last_runtime < $3`

const findPage = `
  select id from core.checks where deleted_at is null and ($1::uuid is null or id > $1) order by id limit $2`

function severityOf(text: string | null): Severity {
  return severities.find((severity) => severity === text?.toLowerCase()) ?? USUAL_SEVERITY
}

function variablesOf(row: Row): SubjectState['variables'] {
  const status = {
    status: row.state === 'healthy',
    message: row.message ?? '',
    error: row.error ?? '',
    time: row.time?.toISOString() ?? '',
    duration: Math.round(row.duration ?? 0),
  }
  return {
    agent: { id: row.agent_id, name: row.agent_name ?? '' },
    canary: {
      id: row.canary_id,
      name: row.canary_name,
      namespace: row.canary_namespace,
      labels: row.canary_labels ?? {},
    },
    check: {
      id: row.id,
      name: row.name,
      type: row.type,
      namespace: row.namespace,
      description: row.description ?? '',
      endpoint: row.endpoint ?? '',
      labels: row.labels,
      severity: severityOf(row.severity),
      status: row.state,
      latency: Math.round(row.duration ?? 0),
    },
    status,
  }
}

function stateOf(row: Row): SubjectState {
  const line = (row.error ?? row.message)?.split('\n', 1)[0]?.trim()
  return {
    kind: 'check',
    id: row.id,
    name: row.name,
    type: row.type,
    namespace: row.namespace,
    labels: { ...row.canary_labels, ...row.labels },
    severity: severityOf(row.severity),
    health: row.state,
    reason: line === '' ? undefined : line,
    since: row.since ?? undefined,
    within: [{ kind: 'canary', id: row.canary_id }],
    dependsOn: (row.depends_on ?? []).map((id) => ({ kind: 'check', id })),
    path: `/health?layout=table&checkId=${row.id}&timeRange=1h`,
    variables: variablesOf(row),
  }
}

/** A check at the time of an event about it. */
interface Moment {
  id: string
  time: Date
}

const keyOfMoment = ({ id, time }: Moment) => `${id} ${time.getTime()}`

/** Checks, as messages about them and rules see them. */
export function createCheckSubject(pool: Pool, clock: Pick<Clock, 'now'>): Subject {
  /** A storm of events asks for many checks at the same moment. */
  const findMoment = askTogether(async (moments: readonly Moment[]) => {
    const times = moments.map(({ time }) => time.getTime())
    const { rows } = await pool.query<Row & { asked: Date }>(findThen, [
      moments.map(({ id }) => id),
      moments.map(({ time }) => time),
      new Date(Math.min(...times)),
      new Date(Math.max(...times)),
    ])
    return new Map(rows.map((row) => [keyOfMoment({ id: row.id, time: row.asked }), stateOf(row)]))
  }, keyOfMoment)
  return {
    kind: 'check',
    async load(ids) {
      const { rows } = await pool.query<Row>(findNow, [ids])
      return new Map(rows.map((row) => [row.id, stateOf(row)]))
    },
    loadAt: (id, time) => findMoment({ id, time }),
    async failureBefore(id, time) {
      const { rows } = await pool.query<{ time: Date | null }>(findFailure, [id, time])
      return rows[0]?.time ?? undefined
    },
    async lookAgain(id) {
      const now = clock.now()
      const stale = new Date(now.getTime() - STALE_MILLISECONDS)
      const { rowCount } = await pool.query(bringForward, [id, now, stale])
      return (rowCount ?? 0) > 0
    },
    async recentEvents(limit) {
      const { rows } = await pool.query<{ id: string; state: 'healthy' | 'unhealthy'; time: Date }>(
        findRecent,
        [limit],
      )
      return rows.map(({ id, state, time }) => ({
        event: state === 'healthy' ? 'check.passed' : 'check.failed',
        id,
        time,
      }))
    },
    async page(after, limit) {
      const { rows } = await pool.query<{ id: string }>(findPage, [after ?? null, limit])
      return rows.map(({ id }) => id)
    },
  }
}
