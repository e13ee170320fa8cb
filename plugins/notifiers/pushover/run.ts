import { createHash } from 'node:crypto'
import { fail, succeed } from '@binnacle/contract/core'
import {
  refusal,
  type RefusalWords,
  sendToService,
  type ServiceRequest,
} from '@binnacle/plugin-kit/notifier-http'
import {
  cutText,
  type NotificationMessage,
  type NotifierContext,
  oneLine,
  type RunNotifier,
} from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { linkOf, type Urgency, urgencyOf } from '../urgency.ts'
import type { PushoverSpec } from './spec.ts'

const API = 'https://api.pushover.net/1'
// https://pushover.net/api#limits
const LONGEST_MESSAGE = 1_024
const LONGEST_TITLE = 250
const LONGEST_URL = 512
const LONGEST_URL_TITLE = 100

const EMERGENCY = 2
const priorities: Readonly<Record<string, number>> = {
  lowest: -2,
  low: -1,
  normal: 0,
  high: 1,
  emergency: EMERGENCY,
}
const byUrgency: Readonly<Record<Urgency, number>> = { 1: -2, 2: -1, 3: 0, 4: 1, 5: EMERGENCY }

const answerShape = z.object({ status: z.number(), receipt: z.string().optional() })
const errorsShape = z.object({ errors: z.array(z.string()) })

/** How Pushover says why it refuses a message (https://pushover.net/api#response). */
function says(context: NotifierContext): RefusalWords {
  return {
    words: ({ json }) => errorsShape.safeParse(json).data?.errors.join('; '),
    wait({ status, headers }) {
      const reset = Number(headers['x-limit-app-reset'])
      return status === 429 && reset > 0 ? reset * 1_000 - context.now().getTime() : undefined
    },
  }
}

/** Names all emergencies of an alert. */
function tagOf({ alert }: NotificationMessage): string {
  return createHash('sha256').update(alert).digest('hex').slice(0, 32)
}

/** What an emergency has besides other messages. */
function emergencyForm(spec: PushoverSpec, message: NotificationMessage): Record<string, string> {
  const callback = linkOf(message, 'acknowledge')?.post
  return {
    retry: String(spec.retry),
    expire: String(spec.expire),
    tags: tagOf(message),
    ...(callback === undefined ? {} : { callback }),
  }
}

/** Sends a message (https://pushover.net/api). */
export const run: RunNotifier<PushoverSpec> = async (spec, message, context) => {
  const { username: user, password: token } = context.connection
  if (user === undefined || token === undefined)
    return fail({ message: 'the connection has no user or no token', isTemporary: false })
  // Stop the sound of emergencies. If this fails, they end by themselves, and the message says that all is well.
  if (message.kind === 'recovery' && message.opening?.id !== undefined)
    await sendToService(
      'Pushover',
      { url: `${API}/receipts/cancel_by_tag/${tagOf(message)}.json`, form: { token } },
      context,
    )
  const priority =
    spec.priority === undefined
      ? byUrgency[urgencyOf(message)]
      : (priorities[spec.priority] ?? Number(spec.priority))
  const view = linkOf(message, 'view')
  const title = cutText(oneLine(message.title), LONGEST_TITLE)
  const request: ServiceRequest = {
    url: `${API}/messages.json`,
    form: {
      token,
      user,
      message: cutText(message.body === '' ? title : message.body, LONGEST_MESSAGE),
      priority: String(priority),
      timestamp: String(Math.floor(message.time.getTime() / 1_000)),
      ...(title === '' ? {} : { title }),
      ...(view === undefined || view.url.length > LONGEST_URL
        ? {}
        : { url: view.url, url_title: cutText(view.label, LONGEST_URL_TITLE) }),
      ...(spec.devices === undefined ? {} : { device: spec.devices }),
      ...(spec.sound === undefined ? {} : { sound: spec.sound }),
      ...(priority === EMERGENCY ? emergencyForm(spec, message) : {}),
    },
  }
  const sent = await sendToService('Pushover', request, context, says(context))
  if (!sent.ok) return sent
  const answer = answerShape.safeParse(sent.value.json)
  if (!answer.success || answer.data.status !== 1)
    return fail(refusal('Pushover', sent.value, request, context, says(context)))
  const { receipt } = answer.data
  return succeed(receipt === undefined ? {} : { id: receipt })
}
