import type { Severity } from '@binnacle/contract/health'
import { type EscalationTarget, type PolicyDetails } from '@binnacle/contract/on-call'
import { severities } from '@binnacle/contract/health'
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Columns, KnownColumns } from '../../../platform/database/columns.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Alerting, Recipient } from '../ports.ts'
import { onCallNow } from '../now.ts'
import {
  afterStep,
  type AlertState,
  beginEscalation,
  type Escalation,
  followAlert,
  nextAction,
} from './machine.ts'
import { findPolicy } from './policies.ts'
import type { EscalationTables } from './tables.ts'

/** What the engine works with. */
export interface EngineDependencies {
  pool: Pool
  now: () => Date
  /** Sends messages. Called only when somebody has to be told. */
  alerting: () => Pick<Alerting, 'tell' | 'endAcknowledgement'>
  /** Has an escalation run again, not before a time, in the transaction of the caller. */
  wake: (client: ClientBase, alertId: string, time: Date) => Promise<void>
}

/** An alert whose escalation may have to begin. */
export interface OpenedAlert {
  alertId: string
  policyId: string
  severity: Severity
}

type EscalationRow = KnownColumns<
  'core.escalations',
  'alert_id' | 'policy_id' | 'severity' | 'status' | 'cycle' | 'round' | 'step' | 'due_at',
  { status: Escalation['status'] }
>

type AlertRow = Columns<
  'core.notification_alerts',
  'opened_at' | 'acknowledged_at' | 'acknowledged_until' | 'closed_at'
>

/** Most steps of one run. A policy of more that reach nobody goes on in the next run. */
const MOST_STEPS = 25

const severityShape = z.enum(severities)

/** Reads an alert and keeps others from changing it until the transaction ends. */
function lockAlert(client: ClientBase, alertId: string): Promise<AlertRow | undefined> {
  return tablesOn(client)
    .selectFrom('core.notification_alerts')
    .select(['opened_at', 'acknowledged_at', 'acknowledged_until', 'closed_at'])
    .where('id', '=', alertId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

const stateOf = (row: AlertRow): AlertState => ({
  isOpen: row.closed_at === null,
  acknowledgedAt: row.acknowledged_at?.getTime() ?? null,
  acknowledgedUntil: row.acknowledged_until?.getTime() ?? null,
})

function lockEscalation(client: ClientBase, alertId: string): Promise<EscalationRow | undefined> {
  return tablesOn<EscalationTables>(client)
    .selectFrom('core.escalations')
    .select(['alert_id', 'policy_id', 'severity', 'status', 'cycle', 'round', 'step', 'due_at'])
    .where('alert_id', '=', alertId)
    .forUpdate()
    .executeTakeFirst()
}

const escalationOf = ({ status, cycle, round, step, due_at: dueAt }: EscalationRow): Escalation => ({
  status,
  cycle,
  round,
  step,
  dueAt: dueAt?.getTime() ?? null,
})

/** Whom a step tells now. */
async function recipientsOf(
  client: ClientBase,
  targets: readonly EscalationTarget[],
  now: Date,
): Promise<{ personIds: string[]; teamIds: string[] }> {
  const people = new Set<string>()
  const teams = new Set<string>()
  for (const { kind, id } of targets)
    if (kind === 'rota') for (const personId of await onCallNow(client, id, now)) people.add(personId)
    else if (kind === 'person') people.add(id)
    else teams.add(id)
  const { rows } = await client.query<Columns<'core.people', 'id'> & { kind: 'person' | 'team' }>(sql`
    select 'person' as kind, id from core.people where id = any(${[...people]}) and deleted_at is null and active
    union all
    select 'team', id from core.teams where id = any(${[...teams]}) and deleted_at is null`)
  const idsOf = (kind: 'person' | 'team') => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return { personIds: idsOf('person').toSorted(), teamIds: idsOf('team').toSorted() }
}

function reasonText({ name, steps, repeat }: PolicyDetails, { cycle, round, step }: Escalation): string {
  const parts = [`Step ${step + 1} of ${steps.length} of the escalation policy "${name}"`]
  if (round > 0) parts.push(`repetition ${round} of ${repeat.times}`)
  if (cycle > 0) parts.push('after an acknowledgement ended')
  return parts.join(', ')
}

/** Carries out the step that comes next. @returns whether it reached anybody */
async function carryOut(
  { alerting }: EngineDependencies,
  client: ClientBase,
  alertId: string,
  policy: PolicyDetails,
  escalation: Escalation,
  now: Date,
): Promise<boolean> {
  const { cycle, round, step } = escalation
  const { personIds, teamIds } = await recipientsOf(client, policy.steps[step]?.targets ?? [], now)
  const isReached = personIds.length + teamIds.length > 0
  const outcome = !isReached ? 'nobody' : policy.recordOnly ? 'recorded' : 'told'
  const { numInsertedOrUpdatedRows: added } = await tablesOn<EscalationTables>(client)
    .insertInto('core.escalation_steps')
    .values({
      alert_id: alertId,
      cycle,
      round,
      step,
      outcome,
      person_ids: personIds,
      team_ids: teamIds,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  // A step that is in the list was carried out, whatever the row of the escalation says.
  if (added === 0n || outcome !== 'told') return isReached
  const recipients: Recipient[] = [
    ...personIds.map((personId) => ({ personId })),
    ...teamIds.map((teamId) => ({ teamId })),
  ]
  await alerting().tell(client, alertId, recipients, {
    policyId: policy.id,
    policyName: policy.name,
    cycle,
    round,
    step,
    text: reasonText(policy, escalation),
  })
  return true
}

/** Does what is due now. @returns the escalation afterwards */
async function advance(
  dependencies: EngineDependencies,
  client: ClientBase,
  row: EscalationRow,
  alert: AlertState,
  policy: PolicyDetails,
  now: Date,
): Promise<Escalation> {
  const instant = now.getTime()
  const severity = severityShape.parse(row.severity)
  const before = escalationOf(row)
  let escalation = followAlert(before, policy, alert, instant)
  // What is acknowledged tells nobody, so the new steps would be kept back.
  if (escalation.cycle > before.cycle)
    await dependencies.alerting().endAcknowledgement(client, row.alert_id, now)
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const action = nextAction(escalation, policy, severity, instant)
    if (action.do === 'nothing') return escalation
    if (action.do === 'wait') return { ...escalation, dueAt: action.until }
    // A policy that was changed may have fewer steps now.
    const isKnown = policy.steps[escalation.step] !== undefined
    const isReached = isKnown && (await carryOut(dependencies, client, row.alert_id, policy, escalation, now))
    escalation = afterStep(escalation, policy, isReached, instant)
  }
  return escalation
}

/** Begins the escalation of an alert, unless it has begun. */
async function begin(
  client: ClientBase,
  { alertId, policyId, severity }: OpenedAlert,
  openedAt: Date,
): Promise<void> {
  const policy = await findPolicy(client, policyId)
  // The policy was deleted after the alert opened.
  if (policy === undefined) return
  const { status, dueAt } = beginEscalation(policy, openedAt.getTime())
  await tablesOn<EscalationTables>(client)
    .insertInto('core.escalations')
    .values({
      alert_id: alertId,
      policy_id: policyId,
      severity,
      status,
      due_at: dueAt === null ? null : new Date(dueAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Brings the escalation of an alert up to date, in one transaction: what it tells and where it is are stored together,
 * so a crash loses no step and repeats none. It may run at any time and as often as one likes.
 * @param opened the alert, if its escalation may have to begin
 */
export function runEscalation(
  dependencies: EngineDependencies,
  alertId: string,
  opened?: OpenedAlert,
): Promise<void> {
  return inTransaction(dependencies.pool, async (client) => {
    // The alert first: who acknowledges or closes it waits, or has done so by now.
    const alert = await lockAlert(client, alertId)
    if (alert === undefined) return
    if (opened !== undefined) await begin(client, opened, alert.opened_at)
    const row = await lockEscalation(client, alertId)
    if (row === undefined || row.status === 'closed') return
    const policy = await findPolicy(client, row.policy_id)
    const now = dependencies.now()
    const next: Escalation =
      policy === undefined
        ? { ...escalationOf(row), status: 'closed', dueAt: null }
        : await advance(dependencies, client, row, stateOf(alert), policy, now)
    const { status, cycle, round, step, dueAt } = next
    await tablesOn<EscalationTables>(client)
      .updateTable('core.escalations')
      .set({
        status,
        cycle,
        round,
        step,
        due_at: dueAt === null ? null : new Date(dueAt),
        updated_at: now,
      })
      .where('alert_id', '=', alertId)
      .execute()
    if (dueAt !== null) await dependencies.wake(client, alertId, new Date(dueAt))
  })
}

/** Most escalations that the sweep wakes at once. */
const MOST_OVERDUE = 1_000

/** Wakes escalations that are overdue: their jobs may have failed for long. @returns how many */
export async function wakeOverdue({ pool, now, wake }: EngineDependencies): Promise<number> {
  const time = now()
  const rows = await tablesOn(pool)
    .selectFrom('core.escalations')
    .select('alert_id')
    .where('due_at', '<', new Date(time.getTime() - 60_000))
    .orderBy('due_at')
    .limit(MOST_OVERDUE)
    .execute()
  for (const { alert_id: alertId } of rows) await inTransaction(pool, (client) => wake(client, alertId, time))
  return rows.length
}
