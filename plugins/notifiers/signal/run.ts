import { fail, succeed } from '@binnacle/contract/core'
import { below } from '@binnacle/plugin-kit/http'
import { refusal, sendToService } from '@binnacle/plugin-kit/notifier-http'
import {
  bytesOf,
  cutText,
  messageSymbol,
  type NotificationMessage,
  oneLine,
  type RunNotifier,
} from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { linkLines } from '../urgency.ts'
import type { SignalSpec } from './spec.ts'

/**
 * Bytes that Signal shows in a message; longer texts become attachments:
 * https://github.com/signalapp/Signal-Android/blob/main/app/src/main/java/org/thoughtcrime/securesms/util/MessageUtil.java
 */
const LONGEST_TEXT = 2_000
const LONGEST_TITLE = 250

const answerShape = z.object({
  timestamp: z.union([z.string().max(1_024, { abort: true }).regex(/^\d+$/), z.number()]),
})

/** The text of a message. Its links always fit. */
function textOf(message: NotificationMessage): string {
  const title = cutText(oneLine(message.title), LONGEST_TITLE)
  const start = title === '' ? '' : `${messageSymbol(message)} ${title}\n`
  const end = message.links.length === 0 ? '' : `\n\n${linkLines(message)}`
  const room = LONGEST_TEXT - bytesOf(start) - bytesOf(end)
  return `${start}${cutText(message.body, Math.max(room, 100), bytesOf)}${end}`
}

/** Sends a message (https://bbernhard.github.io/signal-cli-rest-api/#/Messages/post_v2_send). */
export const run: RunNotifier<SignalSpec> = async (spec, message, context) => {
  const { url, username: number, properties } = context.connection
  const recipients = (spec.recipients ?? properties['recipients'] ?? '')
    .split(',')
    .map((recipient) => recipient.trim())
    .filter((recipient) => recipient !== '')
  if (url === undefined || !URL.canParse(url) || number === undefined || recipients.length === 0)
    return fail({ message: 'the connection has no valid URL, number or recipients', isTemporary: false })
  const { opening, resource } = message
  const quoted = Number(opening?.id)
  const request = {
    url: below(url, 'v2/send'),
    json: {
      number,
      recipients,
      message: textOf(message),
      text_mode: 'normal',
      ...(opening?.id !== undefined && Number.isSafeInteger(quoted)
        ? {
            quote_timestamp: quoted,
            quote_author: number,
            quote_message: `${resource.kind} ${resource.name}`,
          }
        : {}),
    },
  }
  const sent = await sendToService('Signal', request, context, {
    // The server answers 400 to failures of the network too.
    isTemporary: ({ text }) => (/network|timed? ?out|connection|rate limit/i.test(text) ? true : undefined),
  })
  if (!sent.ok) return sent
  const answer = answerShape.safeParse(sent.value.json)
  return answer.success
    ? succeed({ id: String(answer.data.timestamp) })
    : fail(refusal('Signal', sent.value, request, context))
}
