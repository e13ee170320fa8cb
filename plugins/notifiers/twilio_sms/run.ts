import { fail } from '@binnacle/contract/core'
import { cutText, type NotificationMessage, oneLine, type RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { createAtTwilio } from '../twilio-api.ts'
import { linkOf } from '../urgency.ts'
import type { TwilioSmsSpec } from './spec.ts'

/** The text of an SMS: what happened, and one link, because each character costs. */
function textOf(message: NotificationMessage, longest: number): string {
  const link =
    (message.kind === 'alert' ? linkOf(message, 'acknowledge') : undefined) ?? linkOf(message, 'view')
  const end = link === undefined ? '' : `\n${link.label}: ${link.url}`
  const title = oneLine(message.title)
  const text = title === '' ? message.body : `${title}\n${message.body}`
  return `${cutText(text.trim(), Math.max(longest - end.length, 40))}${end}`
}

/** Sends an SMS (https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource). */
export const run: RunNotifier<TwilioSmsSpec> = async ({ to, longest }, message, context) => {
  const from = context.connection.properties['from']
  if (from === undefined) return fail({ message: 'the connection has no sender', isTemporary: false })
  return createAtTwilio(
    'Messages',
    {
      To: to,
      ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }),
      Body: textOf(message, longest),
    },
    context,
  )
}
