import { type Severity, severities } from '@binnacle/contract/health'
import { isRecord } from '@binnacle/contract/schema'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Clock } from '../../platform/clock.ts'
import type { Columns, KnownColumns } from '../../platform/database/columns.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { askTogether } from '../../platform/database/together.ts'
import type { Subject, SubjectState } from '../../platform/subjects.ts'

/** Severity of a check whose spec names none. */
const USUAL_SEVERITY: Severity = 'medium'

type Labels = Readonly<Record<string, string>>

type Row = KnownColumns<
  'core.checks',
  | 'id'
  | 'canary_id'
  | 'name'
  | 'type'
  | 'namespace'
  | 'description'
  | 'endpoint'
  | 'labels'
  | 'severity'
  | 'agent_id',
  { labels: Labels }
> &
  Columns<'core.check_state', 'state' | 'message' | 'error'> & {
    canary_name: string
    canary_namespace: string
    canary_labels: Labels
    agent_name: string | null
    is_off: boolean
    duration: number | null
    time: Date | null
    since: Date | null
    depends_on: string[] | null
    annotations: unknown
  }

const columns = sql`
  checks.id, checks.canary_id, checks.name, checks.type, checks.namespace, checks.description, checks.endpoint,
  checks.labels, checks.severity, checks.agent_id, agents.name as agent_name,
  canaries.name as canary_name, canaries.namespace as canary_namespace, canaries.labels as canary_labels,
  coalesce(canaries.spec -> 'replicas' = '0', false) as is_off,
  state.last_transition_time as since,
  -- Without the condition, all checks of the canary were read: thousands where other systems send alerts.
  case when checks.spec ? 'dependsOn' then (
    select array_agg(other.id) from core.checks as other
    where other.canary_id = checks.canary_id and other.deleted_at is null and other.id <> checks.id
      and checks.spec -> 'dependsOn' ? other.name
  ) end as depends_on`

const joinedTo = (checks: Sql) => sql`
  from ${checks}
  join core.check_state as state on state.check_id = checks.id
  join core.canaries on canaries.id = checks.canary_id
  left join core.agents on agents.id = checks.agent_id`

const findNow = (ids: readonly string[]) => sql`
  select ${columns}, (
      select latest.details -> 'annotations' from core.check_statuses as latest
      where latest.check_id = checks.id and latest.time = state.last_runtime
    ) as annotations,
    state.state, state.message, state.error, state.last_duration as duration,
    state.last_runtime as time
  ${joinedTo(sql`core.checks`)}
  where checks.id = any (${ids}) and checks.deleted_at is null`

// The event follows from the result of this time, so its message counts, not that of a newer result. The limit makes
// PostgreSQL look each check up, and the bounds keep it from looking for each result in every partition.
const findThen = (moments: readonly Moment[], from: Date, to: Date) => sql`
  select given.time as requested_time, ${columns}, result.details -> 'annotations' as annotations, coalesce(result.state, state.state) as state,
    case when result.time is null then state.message else result.message end as message,
    case when result.time is null then state.error else result.error end as error,
    coalesce(result.duration, state.last_duration) as duration, coalesce(result.time, state.last_runtime) as time
  ${joinedTo(sql`
    unnest(${moments.map(({ id }) => id)}::uuid[], ${moments.map(({ time }) => time)}::timestamptz[]) as given (id, time)
    cross join lateral (select * from core.checks where id = given.id limit 1) as checks`)}
  left join core.check_statuses as result on result.check_id = checks.id and result.time = given.time
    and result.time between ${from} and ${to}
  where checks.deleted_at is null`

/** Results that tell whether a check was unhealthy before: more than any threshold of a status needs. */
const RESULTS_BEFORE = 20

const failedBefore = (checkId: string, time: Date) => sql`
  select max(before.time) as time from (
    select result.time, result.state from core.check_statuses as result
    where result.check_id = ${checkId} and result.time < ${time} and result.state <> 'unknown'
    order by result.time desc limit ${RESULTS_BEFORE}
  ) as before where before.state = 'unhealthy'`

// The bounds keep PostgreSQL from looking into every partition.
const findRecent = (limit: number) => sql`
  select checks.id, change.state, change.at as time
  from core.check_transitions as change join core.checks on checks.id = change.check_id
  where change.at > now() - interval '1 day' and checks.deleted_at is null
  order by change.at desc, change.check_id desc limit ${limit}`

/** A result that is older than this says little of a check that somebody is about to be told of. */
const STALE_MILLISECONDS = 60_000

/** Severity of a check as its spec names it. */
export function severityOf(text: string | null): Severity {
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
      labels: row.canary_labels,
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

/** Annotations of a result, where whoever pushed it gave some. */
function textsOf(annotations: unknown): Labels | undefined {
  if (!isRecord(annotations)) return undefined
  const texts = Object.entries(annotations).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return texts.length === 0 ? undefined : Object.fromEntries(texts)
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
    target: row.endpoint ?? undefined,
    annotations: textsOf(row.annotations),
    health: row.state,
    isOff: row.is_off,
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
    const { rows } = await pool.query<Row & { requested_time: Date }>(
      findThen(moments, new Date(Math.min(...times)), new Date(Math.max(...times))),
    )
    return new Map(rows.map((row) => [keyOfMoment({ id: row.id, time: row.requested_time }), stateOf(row)]))
  }, keyOfMoment)
  return {
    kind: 'check',
    async load(ids) {
      const { rows } = await pool.query<Row>(findNow(ids))
      return new Map(rows.map((row) => [row.id, stateOf(row)]))
    },
    loadAt: (id, time) => findMoment({ id, time }),
    async failureBefore(id, time) {
      const { rows } = await pool.query<{ time: Date | null }>(failedBefore(id, time))
      return rows[0]?.time ?? undefined
    },
    async lookAgain(id) {
      const now = clock.now()
      const stale = new Date(now.getTime() - STALE_MILLISECONDS)
      const { numUpdatedRows } = await tablesOn(pool)
        .updateTable('core.check_state')
        .set({ due_at: fragment<Date>`least(due_at, ${now})` })
        .where('check_id', '=', id)
        // Checks without a schedule are never due.
        .where('due_at', 'is not', null)
        .where('last_runtime', '<', stale)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async recentEvents(limit) {
      const { rows } = await pool.query<{ id: string; state: 'healthy' | 'unhealthy'; time: Date }>(
        findRecent(limit),
      )
      return rows.map(({ id, state, time }) => ({
        event: state === 'healthy' ? 'check.passed' : 'check.failed',
        id,
        time,
      }))
    },
    async page(after, limit) {
      const page = tablesOn(pool)
        .selectFrom('core.checks')
        .select('id')
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .limit(limit)
      const rows = await (after === undefined ? page : page.where('id', '>', after)).execute()
      return rows.map(({ id }) => id)
    },
    async pageOfWrong(after, limit) {
      const page = tablesOn(pool)
        .selectFrom('core.check_state as state')
        .innerJoin('core.checks as checks', 'checks.id', 'state.check_id')
        .select('state.check_id as id')
        .where('state.state', '=', 'unhealthy')
        .where('checks.deleted_at', 'is', null)
        .orderBy('state.check_id')
        .limit(limit)
      const rows = await (after === undefined ? page : page.where('state.check_id', '>', after)).execute()
      return rows.map(({ id }) => id)
    },
  }
}
