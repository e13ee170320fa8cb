// What other areas ask of notifications: tell more people of an alert, and send messages that are about no alert.
import { fail, succeed } from '@binnacle/contract/core'
import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import type { Pool } from 'pg'
import { z } from 'zod'
import { inTransaction } from '../../platform/database/index.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Alerting, PlainMessage, Recipient as EscalationRecipient } from '../on-call/index.ts'
import { findAlert } from './pipeline/alerts.ts'
import type { DecideDependencies } from './pipeline/decide.ts'
import { type DeliverDependencies, prepareService, sendThrough } from './pipeline/deliver.ts'
import { type PeopleDependencies, viaOf, type Way, waysTo } from './pipeline/people.ts'
import { type Recipient, recipientsOf } from './pipeline/recipients.ts'
import { bodyIn } from './pipeline/render.ts'
import { addSend, Decisions } from './pipeline/rows.ts'
import { alertEvent } from './pipeline/rules.ts'
import { escapeMarkdown } from './pipeline/texts.ts'

export interface AlertingDependencies extends DecideDependencies {
  deliver: DeliverDependencies
  people: PeopleDependencies
}

/** The recipients that an escalation names. Somebody who is gone is left out. */
async function recipientsNamed(pool: Pool, recipient: EscalationRecipient): Promise<readonly Recipient[]> {
  if ('personId' in recipient) {
    const person = await tablesOn(pool)
      .selectFrom('core.people')
      .select(['id', 'name', 'email', 'active'])
      .where('id', '=', recipient.personId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return recipientsOf({ people: person === undefined ? [] : [person], teams: [], services: [] }).recipients
  }
  const team = await tablesOn(pool)
    .selectFrom('core.teams')
    .select(['id', 'name', 'spec'])
    .where('id', '=', recipient.teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return recipientsOf({ people: [], teams: team === undefined ? [] : [team], services: [] }).recipients
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
    for (const { recipient, afterMilliseconds } of ways) {
      const decisions = new Decisions(dependencies.now).add('recipient', 'pass', text)
      const notBefore = new Date(now.getTime() + afterMilliseconds)
      const base = { happening, rule, state, recipient, decisions, alertId, notBefore }
      const key = `escalation ${cycle} ${round} ${step}`
      const id = await addSend(client, { ...base, status: 'pending' }, now, key)
      if (id !== undefined) await dependencies.sendJob.addAt(client, notBefore, { id })
    }
  })
  return ways.length
}

const plain = z.object({
  personId: z.uuid(),
  message: z.object({ title: z.string(), body: z.string(), path: z.string() }),
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
export function createAlerting(dependencies: AlertingDependencies): { port: Alerting; jobs: readonly Job[] } {
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
    async run({ payload: { personId, message } }) {
      const [named] = await recipientsNamed(dependencies.pool, { personId })
      if (named === undefined) return { success: 0, errors: [] }
      const ways = await waysTo(dependencies.people, named, 'info')
      const [first] = ways.toSorted((one, other) => one.afterMilliseconds - other.afterMilliseconds)
      if (first === undefined) return { success: 0, errors: [] }
      const sent = await sendNow(dependencies, first.recipient, message, newId())
      if (!sent.ok) throw new Error(sent.failure)
      return { success: 1, errors: [] }
    },
  })
  const port: Alerting = {
    tell: (client, alertId, recipients, { cycle, round, step, text }) =>
      tellJob.add(client, { alertId, recipients: [...recipients], cycle, round, step, text }),
    async endAcknowledgement(client, alertId, at) {
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
  return { port, jobs: [tellJob, job] }
}
