// Messages that are sent to a real place to see whether they arrive. Each says that it is a test.
import type { ConnectionMessage, MessageTest } from '@binnacle/contract/notifications'
import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import type { Actor } from '../../../platform/access/actor.ts'
import { newId } from '../../../platform/ids.ts'
import {
  type DeliverDependencies,
  prepareService,
  type PreparedDelivery,
  sendThrough,
  serviceOf,
} from '../pipeline/send/deliver.ts'
import type { AffectedResource } from '../pipeline/decide/filter.ts'
import { type PeopleDependencies, waysTo } from '../pipeline/decide/people.ts'
import type { Recipient } from '../pipeline/decide/recipients.ts'
import { bodyIn, messageLinks } from '../pipeline/send/render.ts'
import type { Rule } from '../pipeline/rules.ts'
import { escapeMarkdown } from '../pipeline/send/texts.ts'
import { type ConnectionDrafts, prepareConnection } from '../../connections/index.ts'

export interface TestDependencies {
  deliver: DeliverDependencies
  people: PeopleDependencies
  drafts: ConnectionDrafts
  publicUrl: string
  now: () => Date
}

/** The message of a rule about an event, before it is marked as a test. */
export interface RuleMessage {
  resource: AffectedResource
  title: string
  body: string
}

/** Most places to which one test goes. */
const MOST_PLACES = 40

const noteOf = ({ name }: Actor): string =>
  `This is a test that ${escapeMarkdown(name)} sent from Binnacle. Nothing is wrong.`

/** It is an update of no severity, so that services which open alerts or call people do neither. */
function testOf(
  { publicUrl, now }: TestDependencies,
  actor: Actor,
  message: RuleMessage | undefined,
): Omit<NotificationMessage, 'alert'> {
  const marked = { kind: 'update', severity: 'info', time: now() } as const
  if (message === undefined)
    return {
      ...marked,
      title: 'Test: a message from Binnacle',
      body: noteOf(actor),
      resource: { kind: 'message', name: 'Test' },
      labels: {},
      links: [{ name: 'view', label: 'View', url: `${publicUrl}/notifications` }],
    }
  const { state } = message.resource
  return {
    ...marked,
    title: `Test: ${message.title}`,
    body: `${noteOf(actor)}\n\n${message.body}`,
    resource: { kind: state.kind, name: state.name },
    labels: state.labels,
    links: messageLinks(publicUrl, state, undefined, false),
  }
}

/** @returns why it was not taken, or null */
async function send(
  { deliver }: TestDependencies,
  ready: PreparedDelivery,
  message: Omit<NotificationMessage, 'alert'>,
  stopping: AbortSignal,
): Promise<string | null> {
  const body = bodyIn(ready.service.definition.body, message.body)
  const sent = await sendThrough(deliver, ready, { ...message, body, alert: newId() }, newId(), stopping)
  return sent.ok ? null : sent.failure.message
}

/** Sends a test to whom a rule names, by the ways that its messages take. */
export async function testRule(
  dependencies: TestDependencies,
  rule: Rule,
  recipients: readonly Recipient[],
  message: RuleMessage | undefined,
  actor: Actor,
  signal: AbortSignal,
): Promise<MessageTest> {
  const severity = message?.resource.state.severity ?? 'info'
  const ways = await Promise.all(recipients.map((each) => waysTo(dependencies.people, each, severity)))
  const written = testOf(dependencies, actor, message)
  const results = ways
    .flat()
    .slice(0, MOST_PLACES)
    .map(async ({ recipient }) => {
      const ready = await prepareService(dependencies.deliver, recipient, rule.properties, rule.namespace)
      const error = ready.ok ? await send(dependencies, ready.value, written, signal) : ready.failure
      return { name: recipient.name, error }
    })
  return { results: await Promise.all(results) }
}

/** Sends a test with a connection that may not be stored yet. */
export async function testConnectionMessage(
  dependencies: TestDependencies,
  { connection: { id, ...form }, properties }: ConnectionMessage,
  actor: Actor,
  signal: AbortSignal,
): Promise<MessageTest> {
  const { deliver, drafts } = dependencies
  const stored = await drafts.read(form, id)
  const prepared = await prepareConnection(stored, deliver.references)
  const found = prepared.ok ? serviceOf(deliver, prepared.value, {}, properties) : prepared
  const error = found.ok
    ? await send(
        dependencies,
        { ...found.value, egress: deliver.egress },
        testOf(dependencies, actor, undefined),
        signal,
      )
    : found.failure
  return { results: [{ name: form.name, error }] }
}
