import { createHash } from 'node:crypto'
import { fail, succeed } from '@binnacle/contract/core'
import { basicAuthorization } from '@binnacle/plugin-kit/http'
import { sendToService } from '@binnacle/plugin-kit/notifier-http'
import {
  bytesOf,
  cutText,
  type NotificationMessage,
  oneLine,
  type RunNotifier,
} from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { linkOf, urgencyOf } from '../urgency.ts'
import type { NtfySpec } from './spec.ts'

// https://docs.ntfy.sh/publish/#limitations and release 2.28: bytes of message, title and tags.
const LONGEST_MESSAGE = 4_096
const LONGEST_TITLE = 1_024
const LONGEST_TAGS = 512
/** https://docs.ntfy.sh/publish/#action-buttons */
const MOST_ACTIONS = 3

const priorities = {
  '1': 1,
  '2': 2,
  '3': 3,
  '4': 4,
  '5': 5,
  min: 1,
  low: 2,
  default: 3,
  high: 4,
  max: 5,
  urgent: 5,
} as const
const symbols = {
  alert: 'rotating_light',
  recovery: 'white_check_mark',
  update: 'information_source',
} as const

const answerShape = z.object({ id: z.string() })

/** The button to acknowledge sends a POST; the others open pages. */
function actionsOf({ links, kind }: NotificationMessage) {
  return links
    .filter(({ name }) => kind === 'alert' || name === 'view')
    .map(({ label, url, post }) =>
      post === undefined
        ? { action: 'view', label, url }
        : { action: 'http', label, url: post, method: 'POST', clear: true },
    )
    .slice(0, MOST_ACTIONS)
}

function tagsOf({ kind }: NotificationMessage, extra: string | undefined): string[] {
  const tags = [symbols[kind], ...(extra ?? '').split(',').map((tag) => tag.trim())].filter(
    (tag) => tag !== '',
  )
  // Too many are refused together with the message.
  return tags.filter((_tag, index) => bytesOf(tags.slice(0, index + 1).join(',')) <= LONGEST_TAGS)
}

/** A password without user is an access token. */
function authorizationOf(username: string | undefined, password: string | undefined): Record<string, string> {
  if (password === undefined || password === '') return {}
  return username === undefined || username === ''
    ? { authorization: `Bearer ${password}` }
    : basicAuthorization({ username, password })
}

/** Publishes a message as JSON (https://docs.ntfy.sh/publish/#publish-as-json). */
export const run: RunNotifier<NtfySpec> = async (spec, message, context) => {
  const { username, password, insecureTls, properties } = context.connection
  const { host = 'ntfy.sh', port, topic } = properties
  if (topic === undefined) return fail({ message: 'the connection has no topic', isTemporary: false })
  const click = spec.click ?? linkOf(message, 'view')?.url
  const sent = await sendToService(
    'ntfy',
    {
      url: `${insecureTls ? 'http' : 'https'}://${host}${port === undefined ? '' : `:${port}`}/`,
      headers: {
        ...authorizationOf(username, password),
        ...(spec.cache ? {} : { cache: 'no' }),
        ...(spec.firebase ? {} : { firebase: 'no' }),
      },
      json: {
        topic,
        title: cutText(oneLine(message.title), LONGEST_TITLE, bytesOf),
        message: cutText(message.body, LONGEST_MESSAGE, bytesOf),
        priority: spec.priority === undefined ? urgencyOf(message) : priorities[spec.priority],
        tags: tagsOf(message, spec.tags),
        actions: actionsOf(message),
        // Messages of the same sequence replace each other (ntfy 2.16).
        sequence_id: createHash('sha256').update(message.alert).digest('base64url').slice(0, 32),
        ...(click === undefined ? {} : { click }),
        ...(spec.icon === undefined ? {} : { icon: spec.icon }),
        ...(spec.attach === undefined ? {} : { attach: spec.attach }),
        ...(spec.delay === undefined ? {} : { delay: spec.delay }),
        ...(spec.email === undefined ? {} : { email: spec.email }),
      },
    },
    context,
  )
  if (!sent.ok) return sent
  const answer = answerShape.safeParse(sent.value.json)
  return answer.success
    ? succeed({ id: answer.data.id })
    : fail({ message: 'the server did not answer as ntfy does; correct the host', isTemporary: false })
}
