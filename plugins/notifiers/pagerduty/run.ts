import { createHash } from 'node:crypto'
import { fail, succeed } from '@binnacle/contract/core'
import { refusal, type RefusalWords, sendToService } from '@binnacle/plugin-kit/notifier-http'
import {
  bytesOf,
  cutText,
  type NotificationMessage,
  oneLine,
  type RunNotifier,
} from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { linkOf } from '../urgency.ts'
import type { PagerdutySpec } from './spec.ts'

/** https://developer.pagerduty.com/docs/send-alert-event: characters of a summary and of a key. */
const LONGEST_SUMMARY = 1_024
const LONGEST_KEY = 255
/** An event has at most 512 KB; labels and links take the rest. */
const LONGEST_BODY = 100_000

const severities = {
  critical: 'critical',
  blocker: 'critical',
  high: 'error',
  medium: 'warning',
  warning: 'warning',
  low: 'warning',
  info: 'info',
} as const satisfies Record<NotificationMessage['severity'], string>

const hosts: Readonly<Record<string, string>> = { EU: 'events.eu.pagerduty.com', US: 'events.pagerduty.com' }

const answerShape = z.object({ status: z.literal('success'), dedup_key: z.string().optional() })
const errorShape = z.object({ message: z.string(), errors: z.array(z.string()).default([]) })

const says: RefusalWords = {
  words({ json }) {
    const failure = errorShape.safeParse(json).data
    return failure === undefined ? undefined : [failure.message, ...failure.errors].join(': ')
  },
}

function dedupKeyOf(alert: string): string {
  return alert.length <= LONGEST_KEY ? alert : createHash('sha256').update(alert).digest('hex')
}

/** The event of an alert (https://developer.pagerduty.com/docs/send-alert-event). */
function alertEvent(spec: PagerdutySpec, message: NotificationMessage) {
  const view = linkOf(message, 'view')?.url
  return {
    event_action: message.kind === 'recovery' ? 'resolve' : 'trigger',
    dedup_key: dedupKeyOf(message.alert),
    client: 'Binnacle',
    ...(view === undefined ? {} : { client_url: view }),
    payload: {
      ...payloadOf(spec, message),
      severity: spec.severity ?? severities[message.severity],
      class: spec.class ?? message.resource.kind,
      ...(spec.component === undefined ? {} : { component: spec.component }),
      ...(spec.group === undefined ? {} : { group: spec.group }),
    },
  }
}

function payloadOf(spec: PagerdutySpec, { title, body, time, labels, resource }: NotificationMessage) {
  return {
    summary: cutText(oneLine(title === '' ? body : title), LONGEST_SUMMARY),
    source: spec.source ?? resource.name,
    timestamp: time.toISOString(),
    custom_details: { ...labels, details: cutText(body, LONGEST_BODY, bytesOf) },
  }
}

/** Sends an event: of an alert, or of a change (https://developer.pagerduty.com/docs/send-change-event). */
export const run: RunNotifier<PagerdutySpec> = async (spec, message, context) => {
  const { password: routingKey, properties } = context.connection
  const host = hosts[properties['region'] ?? 'US']
  if (routingKey === undefined || host === undefined)
    return fail({ message: 'the connection has no integration key or no region', isTemporary: false })
  // An update of an alert goes to its incident. Without an alert it must not open one.
  const isChange = message.kind === 'update' && message.opening === undefined
  const request = {
    url: `https://${host}/v2/${isChange ? 'change/enqueue' : 'enqueue'}`,
    json: {
      routing_key: routingKey,
      ...(isChange ? { payload: payloadOf(spec, message) } : alertEvent(spec, message)),
      links: message.links.map(({ label, url }) => ({ href: url, text: label })),
    },
  }
  const sent = await sendToService('PagerDuty', request, context, says)
  if (!sent.ok) return sent
  const answer = answerShape.safeParse(sent.value.json)
  if (!answer.success) return fail(refusal('PagerDuty', sent.value, request, context, says))
  const { dedup_key: id } = answer.data
  return succeed(id === undefined ? {} : { id })
}
