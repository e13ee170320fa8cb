// Decides, for each recipient of an alert, whether a message goes out now, waits, or is held back, and writes that down.
import { passesQuietHours } from '@binnacle/contract/on-call'
import type { DecisionStep, HoldKind, SendStatus } from '@binnacle/contract/notifications'
import type { PoolClient } from 'pg'
import type { Alert } from '../pipeline/alerts.ts'
import type { AffectedResource } from '../pipeline/decide/filter.ts'
import { groupOf } from '../pipeline/decide/group.ts'
import type { Limits } from '../pipeline/decide/limits.ts'
import type { Way } from '../pipeline/decide/people.ts'
import type { PreparedDecision } from '../pipeline/decide/prepare.ts'
import type { MessageQueue } from '../pipeline/queue/queue.ts'
import { addSuppressed, type NewSend } from '../pipeline/record/rows.ts'
import type { ToldBook } from './book.ts'
import { type AlertNow, type Circumstances, type Hold, type Next, nextFor, nextLook } from './decide.ts'
import { levelOf, type ResourceAlert, severityLevel } from './stored.ts'

/** An alert of which a decision may tell. */
export interface DecidedAlert {
  /** The group of the rule. */
  alert: Alert
  of: ResourceAlert
  /** Until when it was kept quiet, if it was. */
  silencedUntil?: Date | undefined
  /** Whether nothing new happened to it: it is looked at again. */
  isReview: boolean
}

/** A rule that is prepared for a failure. */
export interface PendingAlert {
  prepared: PreparedDecision
  resource: AffectedResource
  decided: DecidedAlert
}

/** The words of the send history for what holds messages back. */
const statuses: Readonly<Record<HoldKind, SendStatus>> = {
  silence: 'silenced',
  inhibition: 'inhibited',
  acknowledgement: 'acknowledged',
  snooze: 'acknowledged',
  'repeat interval': 'repeat-interval',
  limit: 'rate-limited',
  'quiet hours': 'silenced',
  flapping: 'repeat-interval',
  'broken way': 'error',
  'closing delay': 'repeat-interval',
}

const steps: Readonly<Record<HoldKind, DecisionStep>> = {
  silence: 'silence',
  inhibition: 'inhibition',
  acknowledgement: 'acknowledgement',
  snooze: 'acknowledgement',
  'repeat interval': 'repeat interval',
  limit: 'rate limit',
  'quiet hours': 'wait',
  flapping: 'repeat interval',
  'broken way': 'send',
  'closing delay': 'wait',
}

/** What an alert passes because of its severity. */
export const urgencyOf = ({
  severity,
}: Pick<ResourceAlert, 'severity'>): Pick<AlertNow, 'isCritical' | 'passesQuietHours'> => ({
  isCritical: severity === 'critical',
  passesQuietHours: passesQuietHours(severity),
})

/** The state of an alert that decides about its recipients. */
export function alertNowOf(alert: ResourceAlert): AlertNow {
  return {
    isOpen: alert.closed_at === null,
    level: levelOf(alert),
    ...urgencyOf(alert),
    acknowledgedUntil:
      alert.acknowledged_at === null ? undefined : (alert.acknowledged_until?.getTime() ?? Infinity),
    snoozed:
      alert.snoozed_until === null
        ? undefined
        : {
            until: alert.snoozed_until.getTime(),
            level: severityLevel(alert.snoozed_severity ?? alert.severity),
          },
  }
}

/** A silence or a dependency as a hold. */
function outerHoldOf({ suppression }: Pick<PreparedDecision, 'suppression'>): Hold | undefined {
  if (suppression === undefined || suppression.status === 'acknowledged') return undefined
  return {
    by: suppression.status === 'silenced' ? 'silence' : 'inhibition',
    until: suppression.until?.getTime(),
  }
}

/** What bears upon one recipient of a rule. */
export function circumstancesOf(
  limits: Pick<Limits, 'limitOf'>,
  prepared: Pick<PreparedDecision, 'rule' | 'suppression' | 'quietUntil'>,
  resourceId: string,
  recipient: string,
): Circumstances {
  return {
    outer: outerHoldOf(prepared),
    quietUntil: prepared.quietUntil.get(recipient)?.getTime(),
    limit: limits.limitOf(prepared.rule, resourceId, recipient),
    remindMilliseconds: prepared.rule.remindMilliseconds,
  }
}

/** One sentence about what holds a message back. */
export function holdReason(
  { by, until }: Hold,
  { of }: { of: Pick<ResourceAlert, 'acknowledged_name'> },
  name: string,
): string {
  const end = until === undefined ? '' : ` until ${new Date(until).toISOString()}`
  switch (by) {
    case 'acknowledgement':
      return `${of.acknowledged_name ?? 'Somebody'} acknowledged it${end}`
    case 'snooze':
      return `It is snoozed${end}, or until it gets worse`
    case 'quiet hours':
      return `${name} rests${end}`
    case 'closing delay':
      return `It is well; its end is told${end.replace('until', 'at')}, unless it fails again`
    case 'limit':
      return `Too many messages went out; a summary tells of it at ${new Date(until ?? 0).toISOString()}`
    default:
      return `It is held back${end}`
  }
}

/** What one transaction works with. */
export interface TellingParts {
  client: PoolClient
  book: ToldBook
  limits: Limits
  messages: MessageQueue
  now: Date
}

type Held = Extract<Next, { do: 'hold' }> & { way: Way; isNew: boolean }

/** What became of the recipients of one rule. */
export interface Telling {
  /** Messages that something keeps back. */
  held: readonly Held[]
  /** When it has to be looked at again. */
  look: number | undefined
}

/** Decides about the recipients of one rule. */
export function tellRecipients(parts: TellingParts, pending: PendingAlert): Telling {
  const { prepared, resource, decided } = pending
  const alert = alertNowOf(decided.of)
  const held: Held[] = []
  const looks: number[] = []
  for (const way of prepared.ways) {
    const told = parts.book.told(decided.of.id, way.recipient.key)
    const circumstances = circumstancesOf(parts.limits, prepared, resource.state.id, way.recipient.key)
    const next = nextFor(alert, told, circumstances, parts.now.getTime())
    const by = {
      alertId: decided.of.id,
      recipient: way.recipient,
      ruleId: prepared.rule.id,
      groupId: decided.alert.id,
    }
    if (next.do === 'hold') {
      held.push({ ...next, way, isNew: told.heldBy !== next.by })
      parts.book.hold(by, next.by, next.until === undefined ? undefined : new Date(next.until), parts.now)
    } else if (next.do === 'tell') tellOne(parts, pending, way, next)
    else {
      if (!decided.isReview) coverOne(parts, pending, way)
      if (!told.isOnItsWay) parts.book.release(by)
    }
    const look = nextLook(alert, parts.book.told(decided.of.id, way.recipient.key), next, circumstances)
    if (look !== undefined) looks.push(look)
  }
  return { held, look: looks.length === 0 ? undefined : Math.min(...looks) }
}

function tellOne(
  { book, limits, messages, now }: TellingParts,
  { prepared, resource, decided }: PendingAlert,
  way: Way,
  next: Extract<Next, { do: 'tell' }>,
): void {
  const { rule, decisions } = prepared
  const told = book.told(decided.of.id, way.recipient.key)
  const again = told.knows === 'nothing' && !decided.isReview ? undefined : `again at ${now.toISOString()}`
  const why = prepared.decisions.list.some(({ step }) => step === 'acknowledgement')
  if (!why) {
    decisions.add('acknowledgement', 'pass', 'Nobody has acknowledged it')
    if (next.what === 'reminder')
      decisions.add('repeat interval', 'pass', `It is still failing, and the rule reminds of that`)
    else decisions.add('repeat interval', 'pass', 'They do not know of it yet')
    decisions.add(
      'rate limit',
      'pass',
      next.isSummary ? 'A summary tells of what the limit held back' : 'No limit holds it back',
    )
  }
  const added = messages.add(prepared, way, resource, {
    id: decided.alert.id,
    openedAt: decided.alert.opened_at,
    group: groupOf(rule, resource.state).name,
    silencedUntil:
      told.heldBy === 'silence' || told.heldBy === 'inhibition' ? decided.silencedUntil : undefined,
    again,
    isBusy: decided.of.severity !== 'critical' && limits.isBusy(way.recipient.key),
  })
  if (added.isNew) limits.count(rule, 1, way.recipient.key)
  book.send(
    { alertId: decided.of.id, recipient: way.recipient, ruleId: rule.id, groupId: decided.alert.id },
    added.sendId,
    levelOf(decided.of),
  )
}

/** A failure of which somebody knows, or is being told by another rule, leaves a row that says so. */
function coverOne(
  { book, messages }: TellingParts,
  { prepared, resource, decided }: PendingAlert,
  way: Way,
): void {
  const row = book.row(decided.of.id, way.recipient.key)
  if (row === undefined || row.send_id === null || row.notification_id === prepared.rule.id) return
  messages.cover(prepared, way, resource, { alertId: decided.alert.id, sendId: row.send_id })
}

/**
 * Records that something keeps messages of a rule back, once for each hold.
 * @returns the silence that keeps a message back, unless that was counted before
 */
export async function recordHolds(
  { client, now }: TellingParts,
  { prepared: { rule, decisions, suppression }, resource: { happening, state }, decided }: PendingAlert,
  held: readonly Held[],
): Promise<string | undefined> {
  let silence: string | undefined
  for (const [by, ofKind] of Map.groupBy(held, (each) => each.by)) {
    const [first] = ofKind
    if (first === undefined || (decided.isReview && ofKind.every(({ isNew }) => !isNew))) continue
    const silenceId = by === 'silence' ? suppression?.silenceId : undefined
    const own = decisions.branch()
    if (by !== 'silence' && by !== 'inhibition')
      own.add(
        steps[by],
        'stop',
        holdReason(first, decided, ofKind.map(({ way }) => way.recipient.name).join(', ')),
      )
    const send: NewSend = {
      happening,
      rule,
      state,
      decisions: own,
      status: statuses[by],
      alertId: decided.alert.id,
      ...(silenceId === undefined ? {} : { silencedBy: silenceId }),
    }
    if ((await addSuppressed(client, send, now)) && silenceId !== undefined) silence = silenceId
  }
  return silence
}
