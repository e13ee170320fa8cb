// Sends the message of a row of the send history. A process may die at any point: the row says how far it came.
import type { Result } from '@binnacle/contract/core'
import type { NotificationMessage, SentMessage } from '@binnacle/plugin-kit/notifiers'
import type { Pool } from 'pg'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import { inTransaction } from '../../../../platform/database/index.ts'
import type { SubjectState } from '../../../../platform/subjects.ts'
import type { NotificationTables } from '../../tables.ts'
import { findAlert, membersOf } from '../alerts.ts'
import { claimRow, findDue } from '../queue/due.ts'
import { noteRuleError } from '../decide/filter.ts'
import {
  type DeliverDependencies,
  placeOf,
  prepareService,
  type PreparedDelivery,
  sendThrough,
} from './deliver.ts'
import { nameOfGroup } from '../decide/group.ts'
import { type Recipient, target } from '../decide/recipients.ts'
import { bodyIn, messageLinks, renderText } from './render.ts'
import { maySilence } from '../decide/rights.ts'
import {
  endRow,
  type OutgoingMessage,
  recordFailure,
  recordLook,
  type RecordDependencies,
  recordSent,
  recordSuppressed,
  type Row,
} from '../record/record.ts'
import type { SendJob } from '../queue/queue.ts'
import { Decisions } from '../record/rows.ts'
import { goneRule, type Rule, type Rules } from '../rules.ts'
import { loadTold } from '../../told/book.ts'
import { goesAlone, type ListJob, listedBy, listText, lookAtList, releaseWaiting } from '../../told/digest.ts'
import { stateOfAlert } from '../../told/end.ts'
import { findAlertOf, newestAlertOf, type ResourceAlert } from '../../told/stored.ts'
import { snoozeOf, takeOutOfList, takeOutWaiting } from '../../told/take-out.ts'
import { isAheadOfAlert, obsoleteReason } from '../record/recovery.ts'
import { type SuppressionDependencies, suppressionOf } from '../decide/suppress.ts'
import type { MessageSubject } from './texts.ts'

export interface SendDependencies extends DeliverDependencies, SuppressionDependencies, RecordDependencies {
  rules: Pick<Rules, 'find'>
  publicUrl: string
  /** Opens the acknowledgement of an alert without signing in. */
  acknowledgeToken(alertId: string, recipient: Recipient): string
  listJob: ListJob
  sendJob: SendJob
}

/** Sends to one place at once. The others wait in the queue, so that a slow service delays only its own messages. */
const MOST_AT_ONE_PLACE = 6
const BUSY_MILLISECONDS = 300
/** An end waits so long for the message that its resource fails again. */
const AGAIN_MILLISECONDS = 3_000

function recipientOf(row: Row): Recipient | undefined {
  const parsed = target.safeParse(row.target)
  if (!parsed.success || row.recipient === null) return undefined
  return {
    key: row.recipient,
    name: row.recipient_name ?? row.recipient,
    filter: undefined,
    ...parsed.data,
    ...(row.person_id === null ? {} : { personId: row.person_id }),
    ...(row.team_id === null ? {} : { teamId: row.team_id }),
  }
}

/** Why a message must not go out any more: the end of its row is written then. */
async function isOver(
  dependencies: SendDependencies,
  { row, rule, state }: OutgoingMessage,
  decisions: Decisions,
): Promise<boolean> {
  if (row.fallback_of !== null) {
    const replaced = await tablesOn<NotificationTables>(dependencies.pool)
      .selectFrom('core.notification_send_history')
      .select('status')
      .where('id', '=', row.fallback_of)
      .executeTakeFirst()
    if (replaced?.status !== 'error' && replaced?.status !== 'pending') {
      decisions.add('fallback', 'stop', 'The recipients whom it replaces could be told')
      await endRow(dependencies, row, 'skipped', decisions)
      return true
    }
  }
  if (row.tells !== 'alert' || row.alert_id === null) return false
  const alert = await findAlert(dependencies.pool, row.alert_id)
  // A list goes out as long as one of its alerts does; it says which are over.
  if (row.is_digest) return false
  if (alert === undefined || alert.closed_at !== null) {
    decisions.add(
      'wait',
      'stop',
      row.may_have_arrived
        ? 'It was over before it was known whether the message had arrived'
        : 'It was over before the message went out',
    )
    await endRow(dependencies, row, 'skipped', decisions)
    return true
  }
  const of = rule.groupBy.length > 0 ? undefined : await findAlertOf(dependencies.pool, state)
  if (of !== undefined && !of.is_wrong && of.flapping_since === null) {
    decisions.add('wait', 'stop', 'It is healthy now. If it fails again, its recipients are told')
    await endRow(dependencies, row, 'skipped', decisions)
    return true
  }
  const suppression =
    (await suppressionOf(dependencies, rule, state, alert, dependencies.now(), decisions)) ??
    snoozeOf(dependencies.now(), of, decisions)
  if (suppression === undefined) return false
  await recordSuppressed(dependencies, row, suppression, decisions)
  return true
}

/** Whether a resource failed again after the end that a message tells of. */
async function failsAgain(
  { pool }: SendDependencies,
  { row, rule, state }: OutgoingMessage,
): Promise<boolean> {
  if (row.tells !== 'recovery' || row.is_digest || rule.groupBy.length > 0 || row.alert_id === null)
    return false
  const alert = await findAlertOf(pool, state)
  if (alert === undefined || !alert.is_wrong || alert.opened_at <= row.event_time) return false
  const told = await loadTold(pool, [alert.id])
  return told.some(({ recipient, knows }) => recipient === row.recipient && knows === 'open')
}

/**
 * Whether a message is on its way that says that the resource fails again after the end that a message tells of: whether the
 * end is told depends on that one, and it must not arrive after it.
 */
async function mayFailAgain({ pool }: Pick<SendDependencies, 'pool'>, row: Row): Promise<boolean> {
  if (row.tells !== 'recovery' || row.is_digest) return false
  const alert = await findAlertOf(pool, { kind: row.resource_kind, id: row.resource_id })
  if (alert === undefined || !alert.is_wrong || alert.opened_at <= row.event_time) return false
  const told = await loadTold(pool, [alert.id])
  return told.some(
    ({ recipient, knows, send_id: send }) => recipient === row.recipient && knows !== 'open' && send !== null,
  )
}

/** Has a resource looked at again after the waiting time of its rule, once for each message. */
async function looksAgain(
  dependencies: SendDependencies,
  outgoing: OutgoingMessage,
  decisions: Decisions,
): Promise<boolean> {
  const { row, rule, state } = outgoing
  if (row.tells !== 'alert' || rule.waitMilliseconds === undefined || row.looked_again_at !== null)
    return false
  if ((await dependencies.subjects.get(state.kind)?.lookAgain?.(state.id)) !== true) return false
  await recordLook(dependencies, outgoing, decisions)
  return true
}

/** Why it is over, as a message says it. */
function endOf(
  { tells, event_time: time }: Row,
  { isOff }: SubjectState,
  of: ResourceAlert | undefined,
): Pick<MessageSubject, 'end'> {
  if (of === undefined || tells !== 'recovery') return {}
  // The rule does not look at it any more, while another one still does.
  if (of.closed_reason === null) return of.is_wrong && of.opened_at <= time ? { end: 'unmatched' } : {}
  const isOfRule = of.closed_reason === 'disabled' && isOff !== true
  return { end: isOfRule ? 'unmatched' : of.closed_reason }
}

async function messageOf(
  dependencies: SendDependencies,
  { row, rule, state, recipient }: OutgoingMessage,
  { service }: PreparedDelivery,
  decisions: Decisions,
): Promise<NotificationMessage> {
  const members = row.alert_id === null ? [] : await membersOf(dependencies.pool, row.alert_id)
  const alert = row.alert_id === null ? undefined : await findAlert(dependencies.pool, row.alert_id)
  const group = alert && nameOfGroup(alert.group_key, state)
  const of = await newestAlertOf(dependencies.pool, state)
  // A resource that is well again only knows since when it is well.
  const since =
    members.find(({ name }) => name === state.name)?.since ??
    (row.tells === 'recovery' ? undefined : state.since)
  const subject: MessageSubject & { state: SubjectState } = {
    event: row.source_event,
    tells: row.tells,
    state,
    time: row.event_time,
    since,
    ...(group === undefined || members.length === 0 ? {} : { group: { name: group, members } }),
    ...(row.silenced_until === null ? {} : { silencedUntil: row.silenced_until }),
    ...endOf(row, state, of),
    isFlapping: row.tells === 'alert' && of !== undefined && of.flapping_since !== null,
  }
  const { definition } = service
  if (row.is_digest) return listOf(dependencies, { row, rule, state, recipient }, { definition }, decisions)
  // What is gone has no values that a template could show.
  const bare = subject.end !== undefined && subject.end !== 'recovered'
  const text = await renderText(
    dependencies,
    bare ? { title: undefined, template: undefined } : rule,
    subject,
    definition.type,
  )
  if (text.templateError === undefined) decisions.add('message', 'pass', `Written for ${definition.title}`)
  else
    decisions.add('message', 'note', `The template fails, so the usual text goes out: ${text.templateError}`)
  await noteRuleError(dependencies.pool, rule, 'template', text.templateError)
  await tablesOn(dependencies.pool)
    .updateTable('core.notification_send_details')
    .set({ title: text.title, body: text.body })
    .where('send_id', '=', row.id)
    .execute()
  const token =
    row.tells === 'alert' && row.alert_id !== null
      ? dependencies.acknowledgeToken(row.alert_id, recipient)
      : undefined
  const opening = await openingOf(dependencies.pool, row)
  return {
    title: text.title,
    body: bodyIn(definition.body, text.body),
    kind: row.tells,
    severity: state.severity,
    time: row.event_time,
    resource: { kind: state.kind, name: state.name },
    labels: state.labels,
    ...(state.annotations === undefined ? {} : { annotations: state.annotations }),
    ...(text.isOwn ? { written: text.body } : {}),
    links: messageLinks(dependencies.publicUrl, state, token, await maySilence(dependencies.pool, recipient)),
    alert: row.alert_id ?? row.id,
    ...(opening === undefined ? {} : { opening }),
  }
}

/** A message that lists several alerts. */
async function listOf(
  dependencies: SendDependencies,
  { row, state, recipient }: OutgoingMessage,
  { definition }: Pick<PreparedDelivery['service'], 'definition'>,
  decisions: Decisions,
): Promise<NotificationMessage> {
  const listed = await listedBy(dependencies.pool, row.id)
  const url = `${dependencies.publicUrl}/notifications/alerts`
  const text = listText(listed, url)
  const failing = listed.filter((alert) => !alert.is_over)
  decisions.add('message', 'pass', `Lists ${listed.length} alerts, written for ${definition.title}`)
  await tablesOn(dependencies.pool)
    .updateTable('core.notification_send_details')
    .set({ title: text.title, body: text.body })
    .where('send_id', '=', row.id)
    .execute()
  const token = failing.length === 0 ? undefined : dependencies.acknowledgeToken(row.id, recipient)
  const links = messageLinks(dependencies.publicUrl, state, token).filter(
    ({ name }) => name === 'acknowledge',
  )
  return {
    title: text.title,
    body: bodyIn(definition.body, text.body),
    kind: failing.length > 0 ? 'alert' : 'recovery',
    severity: listed[0]?.severity ?? state.severity,
    time: row.event_time,
    resource: { kind: 'message', name: text.title },
    labels: {},
    links: [{ name: 'view', label: 'View', url }, ...links],
    alert: row.id,
  }
}

/** What the service said of the first message of the alert of a row. */
async function openingOf(
  pool: Pool,
  { alert_id: alertId, recipient }: Row,
): Promise<SentMessage | undefined> {
  if (alertId === null || recipient === null) return undefined
  const row = await tablesOn(pool)
    .selectFrom('core.notification_deliveries')
    .select(['service_id', 'service_place'])
    .where('alert_id', '=', alertId)
    .where('recipient', '=', recipient)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    ...(row.service_id === null ? {} : { id: row.service_id }),
    ...(row.service_place === null ? {} : { place: row.service_place }),
  }
}

/** How many messages of this process are on their way to each place. */
const underWay = new Map<string, number>()

/** Sends a message a little later, because its place is busy or another message has to arrive before it. */
async function postpone(
  { pool, sendJob, now }: SendDependencies,
  id: string,
  milliseconds = BUSY_MILLISECONDS,
): Promise<void> {
  await sendJob.addAt(pool, new Date(now().getTime() + milliseconds), { id })
}

async function hand(
  dependencies: SendDependencies,
  outgoing: OutgoingMessage,
  ready: PreparedDelivery,
  decisions: Decisions,
  signal: AbortSignal,
): Promise<void> {
  const message = await messageOf(dependencies, outgoing, ready, decisions)
  const started = performance.now()
  const sent = await sendThrough(dependencies, ready, message, outgoing.row.id, signal)
  const milliseconds = performance.now() - started
  if (sent.ok) await recordSent(dependencies, outgoing, ready, sent.value, { decisions, milliseconds })
  else {
    const { service } = ready
    await recordFailure(dependencies, outgoing, sent.failure, { decisions, service })
  }
}

/** How the message of a row goes out. Undefined where nobody knows any more. */
interface Way {
  rule: Rule | undefined
  recipient: Recipient | undefined
  ready: Result<PreparedDelivery, string> | undefined
}

async function wayOf(dependencies: SendDependencies, row: Row): Promise<Way> {
  const recipient = recipientOf(row)
  const stored = await dependencies.rules.find(row.notification_id)
  // Whom a rule told hears of the end, also if the rule is gone.
  const rule = stored ?? (row.tells === 'recovery' ? goneRule(row.notification_id) : undefined)
  if (rule === undefined || recipient === undefined) return { rule, recipient, ready: undefined }
  return {
    rule,
    recipient,
    ready: await prepareService(dependencies, recipient, rule.properties, rule.namespace),
  }
}

/** What a resource that is gone looked like, for the message about its end. */
async function stateOfGone(pool: Pool, row: Row): Promise<SubjectState | undefined> {
  if (row.tells !== 'recovery' && !row.is_digest) return undefined
  const alert: ResourceAlert | undefined = await newestAlertOf(pool, {
    kind: row.resource_kind,
    id: row.resource_id,
  })
  return alert && stateOfAlert(alert)
}

/** Has a message that is due wait for a list with others, if there are many. @returns whether it goes out now */
async function isAlone(dependencies: SendDependencies, row: Row, { ready }: Way): Promise<boolean> {
  if (row.tells === 'update' || row.alert_id === null || row.recipient === null || row.attempts > 0)
    return true
  if (row.is_digest || row.fallback_of !== null) return true
  // A service that keeps each alert open by itself takes no lists.
  if (ready?.ok === true && ready.value.service.definition.takesEach === true) return true
  return goesAlone(dependencies, { id: row.id, recipient: row.recipient, tells: row.tells })
}

/** Has what waits for a list to a recipient sent: in one message, or each by itself. */
export async function sendList(dependencies: SendDependencies, recipient: string): Promise<void> {
  const { pool, now } = dependencies
  const waiting = await tablesOn(pool)
    .selectFrom('core.notification_send_history')
    .select('id')
    .where('recipient', '=', recipient)
    .where('status', '=', 'pending')
    .where('in_list', '=', true)
    .limit(1)
    .executeTakeFirst()
  const row = waiting && (await findDue(pool, waiting.id, now()))
  if (row === undefined) return
  const { ready } = await wayOf(dependencies, row)
  if (ready?.ok === true && ready.value.service.definition.takesEach === true)
    await inTransaction(pool, (client) => releaseWaiting(client, dependencies, recipient))
  else {
    await takeOutWaiting(dependencies, recipient)
    await lookAtList(dependencies, recipient)
  }
}

/** Claims a row, and sends its message if that is still wanted. */
async function attempt(
  dependencies: SendDependencies,
  id: string,
  { rule, recipient, ready }: Way,
  signal: AbortSignal,
): Promise<void> {
  // In a transaction, because those wait for the disk without the lock of announcements.
  const takesKey = ready?.ok === true && ready.value.service.definition.takesKey
  const row = await inTransaction(dependencies.pool, (client) =>
    claimRow(client, id, dependencies.now(), takesKey),
  )
  if (row === undefined) return await runLater(dependencies, id)
  const decisions = new Decisions(dependencies.now)
  if (rule === undefined) {
    decisions.add('rule', 'stop', 'The rule was deleted or switched off')
    return await endRow(dependencies, row, 'cancelled', decisions)
  }
  const subject = dependencies.subjects.get(row.resource_kind)
  const state =
    (await subject?.loadAt(row.resource_id, row.event_time)) ?? (await stateOfGone(dependencies.pool, row))
  if (state === undefined) {
    decisions.add('rule', 'stop', `The ${row.resource_kind} was deleted`)
    return await endRow(dependencies, row, 'skipped', decisions)
  }
  if (recipient === undefined || ready === undefined) {
    decisions.add('recipient', 'stop', 'The recipient has no known address any more')
    return await endRow(dependencies, row, 'error', decisions, 'the recipient is gone')
  }
  const outgoing: OutgoingMessage = { row, rule, state, recipient }
  if (await isOver(dependencies, outgoing, decisions)) return
  if (await failsAgain(dependencies, outgoing)) {
    // The last word must not be that it is well.
    decisions.add('wait', 'stop', 'It failed again before the message went out')
    return await endRow(dependencies, row, 'skipped', decisions)
  }
  if (await looksAgain(dependencies, outgoing, decisions)) return
  if (!ready.ok)
    return await recordFailure(
      dependencies,
      outgoing,
      { message: ready.failure, isTemporary: false },
      { decisions },
    )
  const needless = row.is_digest ? undefined : await obsoleteReason(dependencies.pool, row)
  if (needless !== undefined) {
    decisions.add('rule', 'stop', needless)
    return await endRow(dependencies, row, 'skipped', decisions)
  }
  await hand(dependencies, outgoing, ready.value, decisions, signal)
}

/** Sends the message of a row, if it is due and still wanted. */
export async function sendMessage(
  dependencies: SendDependencies,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const row = await findDue(dependencies.pool, id, dependencies.now())
  if (row === undefined) return await runLater(dependencies, id)
  // The job of its recipient looks at it.
  if (row.in_list) return
  const way = await wayOf(dependencies, row)
  // Before the claim, because a claimed message counts as perhaps sent if this process dies.
  if (await isAheadOfAlert(dependencies.pool, row)) return await postpone(dependencies, id)
  if (await mayFailAgain(dependencies, row)) return await postpone(dependencies, id, AGAIN_MILLISECONDS)
  // What a service may have already is the same message when it is tried again.
  if (row.is_digest && row.recipient !== null && !row.may_have_arrived)
    if (!(await takeOutOfList(dependencies, { id, recipient: row.recipient }))) return
  if (!(await isAlone(dependencies, row, way))) return
  const place = way.ready?.ok === true ? placeOf(way.ready.value) : undefined
  if (place === undefined) return await attempt(dependencies, id, way, signal)
  const busy = underWay.get(place) ?? 0
  if (busy >= MOST_AT_ONE_PLACE) return await postpone(dependencies, id)
  underWay.set(place, busy + 1)
  try {
    await attempt(dependencies, id, way, signal)
  } finally {
    underWay.set(place, (underWay.get(place) ?? 1) - 1)
  }
}

/** Queues a message again that is not due yet, because another member joined its group, or because it waits for a list. */
async function runLater(dependencies: SendDependencies, id: string): Promise<void> {
  const row = await tablesOn(dependencies.pool)
    .selectFrom('core.notification_send_history as history')
    .select(['history.not_before', 'history.recipient'])
    .where('id', '=', id)
    .where('status', '=', 'pending')
    // It may have become due since it was looked for.
    .executeTakeFirst()
  const time = row?.not_before ?? undefined
  if (time !== undefined) await dependencies.sendJob.addAt(dependencies.pool, time, { id })
}
