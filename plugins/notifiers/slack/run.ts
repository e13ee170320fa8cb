import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type NotificationMessage,
  type NotifierContext,
  type NotifierFailure,
  permanent,
  type RunNotifier,
  type SentMessage,
} from '@binnacle/plugin-kit/notifiers'
import { refusal, sendToService, type ServiceRequest } from '@binnacle/plugin-kit/notifier-http'
import { z } from 'zod'
import { isTemporaryForSlack, slackMessage, slackWords } from '../slack-message.ts'
import type { SlackSpec } from './spec.ts'

const URL = 'https://slack.com/api/chat.postMessage'

const answerShape = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  ts: z.string().optional(),
  channel: z.string().optional(),
  response_metadata: z.object({ messages: z.array(z.string()).optional() }).optional(),
})

type Refusal = NotifierFailure & { code?: string }

/** Posts a message once. Slack answers 200 to everything but too many requests. */
async function post(
  request: ServiceRequest,
  context: NotifierContext,
): Promise<Result<SentMessage, Refusal>> {
  const errorOf = (json: unknown) => answerShape.safeParse(json).data?.error
  const says = {
    words: ({ json }: { json: unknown }) => {
      const code = errorOf(json)
      return code === undefined ? undefined : slackWords(code)
    },
  }
  const answered = await sendToService('Slack', request, context, says)
  if (!answered.ok) return answered
  const { data } = answerShape.safeParse(answered.value.json)
  if (data === undefined)
    return fail({ message: 'Slack answered something else than its API documents', isTemporary: true })
  const { ok, error = 'no reason given', ts, channel, response_metadata: more } = data
  if (ok)
    return succeed({
      ...(ts === undefined ? {} : { id: ts }),
      ...(channel === undefined ? {} : { place: channel }),
    })
  const details = more?.messages?.slice(0, 3).join('; ')
  const refused = refusal('Slack', answered.value, request, context, {
    words: () => `${slackWords(error)}${details === undefined ? '' : `: ${details}`}`,
    isTemporary: () => isTemporaryForSlack(error),
  })
  return fail({ ...refused, code: error })
}

function lookOf({ botname, icon }: SlackSpec, name: string | undefined) {
  const username = botname ?? name
  return {
    ...(username === undefined ? {} : { username }),
    ...(icon === undefined ? {} : /^https?:/i.test(icon) ? { icon_url: icon } : { icon_emoji: icon }),
  }
}

/** Where the reply to an alert belongs. A thread is in the channel that Slack named when it took the alert. */
function threadOf({ thread_ts: thread, broadcast = true }: SlackSpec, message: NotificationMessage) {
  if (thread !== undefined) return { thread_ts: thread }
  const { opening, kind } = message
  if (opening?.id === undefined) return undefined
  return {
    thread_ts: opening.id,
    ...(broadcast && kind !== 'update' ? { reply_broadcast: true } : {}),
    ...(opening.place === undefined ? {} : { channel: opening.place }),
  }
}

/** Errors of a reply whose alert is gone; the message is then sent by itself. */
const goneThread: ReadonlySet<string> = new Set([
  'thread_not_found',
  'message_not_found',
  'cannot_reply_to_message',
])

/** Posts a message: https://docs.slack.dev/reference/methods/chat.postMessage */
export const run: RunNotifier<SlackSpec> = async (spec, message, context) => {
  const { username, password: token, properties } = context.connection
  const channel = spec.channel ?? username
  if (channel === undefined) return permanent('the connection has no channel')
  if (token === undefined) return permanent('the connection has no bot token')
  const hasReceiver = (properties['signingSecret'] ?? '') !== ''
  const content = {
    channel,
    ...slackMessage(message, spec.color, hasReceiver),
    ...lookOf(spec, properties['BotName']),
  }
  const request = {
    url: URL,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
  }
  const thread = threadOf(spec, message)
  const sent = await post({ ...request, json: { ...content, ...thread } }, context)
  if (sent.ok) return sent
  const { code = '', ...failure } = sent.failure
  if (thread === undefined || !goneThread.has(code)) return fail(failure)
  const again = await post({ ...request, json: content }, context)
  if (again.ok) return again
  const { code: _code, ...last } = again.failure
  return fail(last)
}
