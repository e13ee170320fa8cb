// Looks again at alerts that nobody was told of, because of a silence or a dependency that may be over by now.
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { DefinedJob, JobOutcome } from '../../../platform/jobs/index.ts'
import { isAcknowledged, lockOpenAlert } from './alerts.ts'
import { type DecideDependencies, decideRules } from './decide.ts'
import type { AffectedResource } from './filter.ts'
import { prepareDecision } from './prepare.ts'
import { hurryMessages } from './queue.ts'
import { Decisions } from './rows.ts'
import { alertEvent, type Rule } from './rules.ts'

/** Alerts of one run. */
const MOST_REVIEWED = 500
/** Members of an alert that one run looks at; the message of a group names all. */
const MOST_MEMBERS = 100
/** An alert is looked at this often while it is held, as a silence can be removed before its end. Milliseconds. */
const REVIEW_MILLISECONDS = 55_000

type HeldAlert = Columns<'core.notification_alerts', 'id' | 'notification_id' | 'held_until' | 'opened_at'>

// Members of which the last decision was to keep quiet.
const findHeldMembers = ({ id, notification_id: ruleId, opened_at: openedAt }: HeldAlert): Sql => sql`
  select member.resource_kind as kind, member.resource_id as id
  from core.notification_alert_members as member
  left join lateral (
    select history.status from core.notification_send_history as history
    where history.resource_id = member.resource_id and history.notification_id = ${ruleId} and history.tells = 'alert'
      and history.created_at >= ${openedAt}
    order by history.created_at desc limit 1
  ) as newest on true
  where member.alert_id = ${id} and member.ended_at is null
    and coalesce(newest.status, 'silenced') in ('silenced', 'inhibited')
  order by member.since, member.resource_id limit ${MOST_MEMBERS}`

/** What became of a member of a held alert: still quiet, and until when at the latest, or decided about. */
type MemberReview = { isHeld: true; until: Date | undefined } | { isHeld: false; isTold: boolean }

/** Loads what goes on with a member of a held alert. Undefined if it is gone. */
async function findAffectedResource(
  { subjects }: Pick<DecideDependencies, 'subjects'>,
  rule: Rule,
  alertRow: HeldAlert,
  { kind, id }: { kind: string; id: string },
): Promise<AffectedResource | undefined> {
  const state = (await subjects.get(kind)?.load([id]))?.get(id)
  const event = alertEvent(rule.events, kind)
  if (state === undefined || event === undefined) return undefined
  return {
    state,
    happening: { id: alertRow.id, event, tells: 'alert', time: state.since ?? alertRow.opened_at },
  }
}

/** Decides again about a member of a held alert, in the way of an event that has just come. */
async function reviewMember(
  dependencies: DecideDependencies,
  rule: Rule,
  alertRow: HeldAlert,
  resource: AffectedResource,
): Promise<MemberReview> {
  const decisions = new Decisions(dependencies.now).add(
    'rule',
    'note',
    'Looked at again, because nobody was told so far',
  )
  const hurry = (ids: readonly string[]) => hurryMessages(dependencies, ids)
  const prepared = await prepareDecision(dependencies, rule, resource, decisions, hurry)
  if (prepared.suppression !== undefined) return { isHeld: true, until: prepared.suppression.until }
  const now = dependencies.now()
  // This time is a part of the key of a row, so that an alert can be held and told more than once.
  const silencedUntil = alertRow.held_until !== null && alertRow.held_until < now ? alertRow.held_until : now
  return inTransaction(dependencies.pool, async (client): Promise<MemberReview> => {
    const alert = await lockOpenAlert(client, alertRow.id)
    if (alert === undefined) return { isHeld: false, isTold: false }
    if (isAcknowledged(alert, now)) return { isHeld: true, until: alert.acknowledged_until ?? undefined }
    await decideRules(client, dependencies, [{ prepared, resource, decided: { alert, silencedUntil } }])
    return { isHeld: false, isTold: true }
  })
}

/** The later of two ends. Nobody knows the end of something that has none. */
function laterOf(one: Date | null, other: Date | undefined): Date | null {
  return other !== undefined && (one === null || other > one) ? other : one
}

async function reviewAlert(dependencies: DecideDependencies, alertRow: HeldAlert): Promise<boolean> {
  const { pool } = dependencies
  const rule = await dependencies.rules.find(alertRow.notification_id)
  const members =
    rule === undefined ? [] : (await pool.query<{ kind: string; id: string }>(findHeldMembers(alertRow))).rows
  const started = dependencies.now()
  let isHeld = false
  let isTold = false
  let until: Date | null = null
  for (const member of members) {
    const resource = rule && (await findAffectedResource(dependencies, rule, alertRow, member))
    if (rule === undefined || resource === undefined) continue
    const reviewed = await reviewMember(dependencies, rule, alertRow, resource)
    if (reviewed.isHeld) {
      isHeld = true
      until = laterOf(until, reviewed.until)
    } else isTold ||= reviewed.isTold
  }
  const storedAlert = tablesOn(pool).updateTable('core.notification_alerts').where('id', '=', alertRow.id)
  if (isHeld) await storedAlert.set({ reviewed_at: dependencies.now(), held_until: until }).execute()
  // An event that came meanwhile may hold the alert again.
  else await storedAlert.set({ held_by: null, held_until: null }).where('reviewed_at', '<', started).execute()
  return isTold
}

/** Tells what is still wrong after a silence or a dependency that kept it quiet. */
export async function reviewHeldAlerts(dependencies: DecideDependencies): Promise<JobOutcome> {
  const before = new Date(dependencies.now().getTime() - REVIEW_MILLISECONDS)
  const rows = await tablesOn(dependencies.pool)
    .selectFrom('core.notification_alerts')
    .select(['id', 'notification_id', 'held_until', 'opened_at'])
    .where('closed_at', 'is', null)
    .where('held_by', 'is not', null)
    .where('reviewed_at', '<', before)
    .orderBy('reviewed_at')
    .limit(MOST_REVIEWED)
    .execute()
  let count = 0
  for (const alertRow of rows) if (await reviewAlert(dependencies, alertRow)) count += 1
  return { success: count, errors: [] }
}

/** Messages that were due this long ago, and are in no queue any more. Milliseconds. */
const LOST_MILLISECONDS = 5 * 60_000
/** Messages that one run queues again. */
const MOST_LOST = 1_000

/** Queues messages again that are due and that no job sends, whatever became of their jobs. */
export async function requeueLost(
  dependencies: Pick<DecideDependencies, 'pool' | 'sendJob' | 'now'>,
): Promise<JobOutcome> {
  const now = dependencies.now()
  const lost = new Date(now.getTime() - LOST_MILLISECONDS)
  const rows = await tablesOn(dependencies.pool)
    .selectFrom('core.notification_send_history')
    .select('id')
    .where('status', '=', fragment.lit('pending'))
    .where('not_before', '<', lost)
    .where(({ fn }) => fn.coalesce('attempt_at', 'not_before'), '<', lost)
    .orderBy('not_before')
    .limit(MOST_LOST)
    .execute()
  for (const { id } of rows) await dependencies.sendJob.addAt(dependencies.pool, now, { id })
  return { success: rows.length, errors: [] }
}

/** Has all held alerts looked at again, because a silence changed. Called in every process; one run is enough. */
export async function reviewSoon(pool: Pool, job: Pick<DefinedJob<object>, 'add'>): Promise<void> {
  const never = fragment<Date>`'-infinity'`
  const { numUpdatedRows } = await tablesOn(pool)
    .updateTable('core.notification_alerts')
    .set({ reviewed_at: never })
    .where('closed_at', 'is', null)
    .where('held_by', 'is not', null)
    .where('reviewed_at', '>', never)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await job.add(pool, {})
}
