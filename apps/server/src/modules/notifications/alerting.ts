// What other areas ask of notifications: tell more people of an alert, and send messages that are about no alert.
import { fail, succeed } from '@binnacle/contract/core'
import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { inTransaction } from '../../platform/database/index.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Alerting, PlainMessage } from '../on-call/index.ts'
import { findAlert } from './pipeline/alerts.ts'
import type { DecideDependencies } from './pipeline/decide/decide.ts'
import { type DeliverDependencies, prepareService, sendThrough } from './pipeline/send/deliver.ts'
import { type PeopleDependencies, viaOf, type Way, waysTo } from './pipeline/decide/people.ts'
import type { Recipient } from './pipeline/decide/recipients.ts'
import { recipientsNamed } from './pipeline/decide/recipients-named.ts'
import { bodyIn } from './pipeline/send/render.ts'
import type { RecordDependencies } from './pipeline/record/record.ts'
import { addSend, Decisions } from './pipeline/record/rows.ts'
import { alertEvent } from './pipeline/rules.ts'
import { escapeMarkdown } from './pipeline/send/texts.ts'
import { ToldBook, type ToldRow } from './told/book.ts'
import { levelOf, lockAlerts } from './told/stored.ts'

export interface AlertingDependencies extends DecideDependencies {
  deliver: DeliverDependencies
  people: PeopleDependencies
}

/** The resource that an alert is about, the longest unhealthy one of a group. */
async function subjectOf({ pool, rules, subjects }: AlertingDependencies, alertId: string) {
  const alert = await findAlert(pool, alertId)
  const rule = alert === undefined ? undefined : await rules.find(alert.notification_id)
  const member = await tablesOn(pool)
    .selectFrom('core.notification_alert_members')
    .select(['resource_kind as kind', 'resource_id as id'])
    .where('alert_id', '=', alertId)
    .where('ended_at', 'is', null)
    .orderBy('since')
    .limit(1)
    .executeTakeFirst()
  if (alert === undefined || rule === undefined || member === undefined || alert.closed_at !== null)
    return undefined
  const state = (await subjects.get(member.kind)?.load([member.id]))?.get(member.id)
  const event = alertEvent(rule.events, member.kind)
  return state === undefined || event === undefined ? undefined : { alert, rule, state, event }
}

const wantedShape = z.union([z.object({ personId: z.uuid() }), z.object({ teamId: z.uuid() })])

const stepPayload = z.object({
  alertId: z.uuid(),
  recipients: z.array(wantedShape),
  cycle: z.int(),
  round: z.int(),
  step: z.int(),
  /** One sentence for the send history. */
  text: z.string(),
})

/** Open alerts of a group. */
async function openAlertsOf(client: ClientBase, groupId: string): Promise<string[]> {
  const rows = await tablesOn(client)
    .selectFrom('core.notification_alert_members')
    .select('of_alert')
    .where('alert_id', '=', groupId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.flatMap(({ of_alert: id }) => id ?? [])
}

/** Whether a step is one of the first round: those after it are to be heard again. */
const isFirst = (cycle: number, round: number) => cycle === 0 && round === 0

/** A message counts for a step that begins so soon after it. Milliseconds. */
const JUST_NOW = 60_000

/** The message that tells a recipient of alerts already, or told just now. */
function tellingOf(rows: readonly ToldRow[], now: Date): { groupId?: string } | undefined {
  const isTold = rows.every(
    ({ send_id: send, knows, known_at: at }) =>
      send !== null || (knows === 'open' && at !== null && now.getTime() - at.getTime() < JUST_NOW),
  )
  if (!isTold) return undefined
  const send = rows.find(({ send_id: id }) => id !== null)?.send_id
  return send == null ? {} : { groupId: send }
}

/** Queues the messages of a step of an escalation. Everything is asked before the transaction. */
async function tell(
  dependencies: AlertingDependencies,
  { alertId, recipients, cycle, round, step, text }: z.output<typeof stepPayload>,
): Promise<number> {
  const found = await subjectOf(dependencies, alertId)
  if (found === undefined) return 0
  const { alert, rule, state, event } = found
  const ways: Way[] = []
  for (const each of recipients)
    for (const named of await recipientsNamed(dependencies.pool, each))
      ways.push(...(await waysTo(dependencies.people, named, alert.severity)))
  await dependencies.names.keep([state.name, ...ways.map(({ recipient }) => recipient.name)])
  const now = dependencies.now()
  const happening = { id: alertId, event, tells: 'alert', time: state.since ?? alert.opened_at } as const
  await inTransaction(dependencies.pool, async (client) => {
    const alerts = await lockAlerts(client, await openAlertsOf(client, alertId))
    const book = await ToldBook.open(
      client,
      alerts.map(({ id }) => id),
    )
    for (const { recipient, afterMilliseconds } of ways) {
      const decisions = new Decisions(dependencies.now).add('recipient', 'pass', text)
      const notBefore = new Date(now.getTime() + afterMilliseconds)
      const base = { happening, rule, state, recipient, decisions, alertId }
      const key = `escalation ${cycle} ${round} ${step}`
      const rows = alerts.flatMap(({ id }) => book.row(id, recipient.key) ?? [])
      const other = isFirst(cycle, round) && rows.length === alerts.length ? tellingOf(rows, now) : undefined
      if (other !== undefined) {
        decisions.add('group', 'stop', `Another message tells ${recipient.name} of it`)
        await addSend(client, { ...base, status: 'grouped', ...other }, now, key)
        continue
      }
      const id = await addSend(client, { ...base, status: 'pending', notBefore }, now, key)
      if (id === undefined) continue
      await dependencies.sendJob.addAt(client, notBefore, { id })
      for (const each of alerts)
        book.send({ alertId: each.id, recipient, ruleId: rule.id, groupId: alertId }, id, levelOf(each))
    }
    await book.write()
  })
  return ways.length
}

const plain = z.object({
  personId: z.uuid(),
  message: z.object({ title: z.string(), body: z.string(), path: z.string() }),
  /** The broken way that the message is about: its email address, null for a way of another kind. */
  broken: z.optional(z.nullable(z.string())),
})

/** A message that is about no alert. */
function messageFrom(
  publicUrl: string,
  { title, body, path }: PlainMessage,
  key: string,
  now: Date,
): NotificationMessage {
  return {
    title,
    body,
    kind: 'update',
    severity: 'info',
    time: now,
    resource: { kind: 'message', name: title },
    labels: {},
    links: [{ name: 'view', label: 'View', url: publicUrl + path }],
    alert: key,
  }
}

/** Sends a message to a recipient immediately. @returns why the service did not take it */
async function sendNow(
  dependencies: AlertingDependencies,
  recipient: Recipient,
  message: PlainMessage,
  key: string,
) {
  const ready = await prepareService(dependencies.deliver, recipient, {}, 'default')
  if (!ready.ok) return ready
  const written = messageFrom(dependencies.publicUrl, message, key, dependencies.now())
  const body = bodyIn(ready.value.service.definition.body, escapeMarkdown(message.body))
  const signal = AbortSignal.timeout(ready.value.service.definition.timeoutMilliseconds)
  const sent = await sendThrough(dependencies.deliver, ready.value, { ...written, body }, key, signal)
  return sent.ok ? succeed(undefined) : fail(sent.failure.message)
}

/** How often a message about no alert is tried: about a day. */
const PLAIN_ATTEMPTS = 14

/** A process that dies uses up an attempt, so there are many. */
const TELL_ATTEMPTS = 25

/** Creates the port, and the jobs that do what it is asked for. */
export function createAlerting(dependencies: AlertingDependencies): {
  port: Alerting
  jobs: readonly Job[]
  warnOfBroken: RecordDependencies['warnOfBroken']
} {
  // A job, so that the caller asks nothing on a second connection inside a transaction.
  const tellJob = defineJob({
    name: 'TellEscalation',
    lane: 'notifications',
    payload: stepPayload,
    attempts: TELL_ATTEMPTS,
    record: false,
    run: async ({ payload }) => ({ success: await tell(dependencies, payload), errors: [] }),
  })
  const job = defineJob({
    name: 'SendPersonalMessage',
    lane: 'sends',
    payload: plain,
    attempts: PLAIN_ATTEMPTS,
    record: false,
    async run({ payload: { personId, message, broken } }) {
      const [named] = await recipientsNamed(dependencies.pool, { personId })
      if (named === undefined) return { success: 0, errors: [] }
      const ways = (await waysTo(dependencies.people, named, 'info')).toSorted(
        (one, other) => one.afterMilliseconds - other.afterMilliseconds,
      )
      const own = ways.map(({ recipient }) => recipient)
      // Of a broken way the email of the account tells, or another way if that is the broken one.
      const first = (broken === undefined ? own : [named, ...own]).find(
        ({ via }) => via.kind !== 'email' || via.address !== broken,
      )
      if (first === undefined) return { success: 0, errors: [] }
      const sent = await sendNow(dependencies, first, message, newId())
      if (!sent.ok) throw new Error(sent.failure)
      return { success: 1, errors: [] }
    },
  })
  const port: Alerting = {
    tell: (client, alertId, recipients, { cycle, round, step, text }) =>
      tellJob.add(client, { alertId, recipients: [...recipients], cycle, round, step, text }),
    async endAcknowledgement(client, alertId, at) {
      const alerts = await lockAlerts(client, await openAlertsOf(client, alertId))
      await tablesOn(client)
        .updateTable('core.notification_alerts')
        .set({ acknowledged_until: at })
        .where('id', '=', alertId)
        .where('acknowledged_at', 'is not', null)
        .where((expressions) =>
          expressions.or([
            expressions('acknowledged_until', 'is', null),
            expressions('acknowledged_until', '>', at),
          ]),
        )
        .execute()
      await client.query(sql`
        update core.alerts set acknowledged_until = ${at}
        where id = any(${alerts.map(({ id }) => id)}) and acknowledged_at is not null
          and (acknowledged_until is null or acknowledged_until > ${at})`)
      await dependencies.review.at(client, new Map(alerts.map(({ id }) => [id, at.getTime()])))
    },
    notify: (client, personId, message) => job.add(client, { personId, message }),
    async sendTest(personId, method, message) {
      const { via, properties } = await viaOf(dependencies.people, method)
      const recipient = {
        key: `person:${personId}`,
        name: 'you',
        via,
        filter: undefined,
        properties,
        personId,
      }
      return sendNow(dependencies, recipient, message, newId())
    },
  }
  return {
    port,
    jobs: [tellJob, job],
    warnOfBroken: (client, personId, { name, reason, email = null }) =>
      job.add(client, {
        personId,
        broken: email,
        message: {
          title: 'A way to reach you is broken',
          body: `A message to ${name} did not arrive: ${reason}. Until one does, your other ways or the email of your account get what is sent there. Correct the way or remove it.`,
          path: '/on-call/me',
        },
      }),
  }
}
