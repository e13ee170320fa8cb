import { createHash } from 'node:crypto'
import { fail, succeed } from '@binnacle/contract/core'
import { refusal, sendToService } from '@binnacle/plugin-kit/notifier-http'
import { cutText, type NotificationMessage, oneLine, type RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { linkLines, type Urgency, urgencyOf } from '../urgency.ts'
import type { OpsgenieSpec } from './spec.ts'

// https://docs.opsgenie.com/docs/alert-api#create-alert
const LONGEST_MESSAGE = 130
const LONGEST_ALIAS = 512
const LONGEST_DESCRIPTION = 15_000
const LONGEST_NOTE = 25_000
const LONGEST_TAG = 50
const MOST_TAGS = 20
const LONGEST_ENTITY = 512
/** Characters of all details. */
const LONGEST_DETAILS = 8_000

const priorities: Readonly<Record<Urgency, string>> = { 1: 'P5', 2: 'P4', 3: 'P3', 4: 'P2', 5: 'P1' }

const answerShape = z.object({ requestId: z.string() })

function aliasOf(alert: string): string {
  return alert.length <= LONGEST_ALIAS ? alert : createHash('sha256').update(alert).digest('hex')
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function respondersOf(text: string | undefined) {
  return listOf(text).map((item) => {
    const at = item.indexOf(':')
    const [type, name] = [item.slice(0, at), item.slice(at + 1).trim()]
    return type === 'user' ? { type, username: name } : { type, name }
  })
}

/** Labels, as many as fit. */
function detailsOf(labels: NotificationMessage['labels']): Record<string, string> {
  let used = 0
  const fitting = Object.entries(labels).filter(([name, value]) => {
    used += name.length + value.length
    return used <= LONGEST_DETAILS
  })
  return Object.fromEntries(fitting)
}

function alertOf(spec: OpsgenieSpec, message: NotificationMessage) {
  const { title, body, labels, resource, kind } = message
  const links = linkLines(message)
  const room = LONGEST_DESCRIPTION - links.length - 2
  return {
    message: cutText(oneLine(title === '' ? body : title), LONGEST_MESSAGE),
    alias: aliasOf(message.alert),
    description: `${cutText(body, room)}\n\n${links}`,
    priority: spec.priority ?? (kind === 'update' ? 'P5' : priorities[urgencyOf(message)]),
    entity: cutText(spec.entity ?? resource.name, LONGEST_ENTITY),
    details: detailsOf(labels),
    ...(spec.responders === undefined ? {} : { responders: respondersOf(spec.responders) }),
    ...(spec.visibleTo === undefined ? {} : { visibleTo: respondersOf(spec.visibleTo) }),
    ...(spec.tags === undefined
      ? {}
      : {
          tags: listOf(spec.tags)
            .slice(0, MOST_TAGS)
            .map((tag) => cutText(tag, LONGEST_TAG)),
        }),
    ...(spec.note === undefined ? {} : { note: spec.note }),
  }
}

/** Creates, closes or comments an alert (https://docs.opsgenie.com/docs/alert-api). */
export const run: RunNotifier<OpsgenieSpec> = async (spec, message, context) => {
  const { password: key, properties } = context.connection
  if (key === undefined) return fail({ message: 'the connection has no API key', isTemporary: false })
  const { host = 'api.opsgenie.com', port = '443' } = properties
  const { kind, title, body, opening } = message
  const whose = {
    source: spec.source ?? 'Binnacle',
    ...(spec.user === undefined ? {} : { user: spec.user }),
  }
  const alias = encodeURIComponent(aliasOf(message.alert))
  const note = { ...whose, note: cutText(`${title}\n${body}`.trim(), LONGEST_NOTE) }
  const [path, json] =
    kind === 'recovery'
      ? [`/${alias}/close?identifierType=alias`, note]
      : kind === 'update' && opening !== undefined
        ? [`/${alias}/notes?identifierType=alias`, note]
        : ['', { ...alertOf(spec, message), ...whose }]
  const request = {
    url: `https://${host}:${port}/v2/alerts${path}`,
    headers: { authorization: `GenieKey ${key}` },
    json,
  }
  const sent = await sendToService('OpsGenie', request, context)
  if (!sent.ok) return sent
  const answer = answerShape.safeParse(sent.value.json)
  return answer.success
    ? succeed({ id: answer.data.requestId })
    : fail(refusal('OpsGenie', sent.value, request, context))
}
