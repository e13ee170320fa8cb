import { createHash } from 'node:crypto'
import { fail, succeed } from '@binnacle/contract/core'
import { basicAuthorization, below } from '@binnacle/plugin-kit/http'
import { refusal, type RefusalWords, sendToService } from '@binnacle/plugin-kit/notifier-http'
import { bytesOf, cutText, oneLine, type RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { linkOf, type Urgency, urgencyOf } from '../urgency.ts'
import type { BarkSpec } from './spec.ts'

/**
 * Apple refuses payloads of more than 4096 bytes, which Bark makes from the message:
 * https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification
 */
const LONGEST_BODY = 2_000
const LONGEST_TITLE = 250

const levels: Readonly<Record<Urgency, string>> = {
  1: 'passive',
  2: 'active',
  3: 'active',
  4: 'timeSensitive',
  5: 'critical',
}

const answerShape = z.object({ code: z.number(), message: z.string() })

// The server answers 500 to what Apple refuses for good, such as a device that is gone.
const says: RefusalWords = {
  isTemporary: ({ text }) => (/BadDeviceToken|Unregistered|device token/i.test(text) ? false : undefined),
}

/** Sends a message (https://github.com/Finb/bark-server/blob/master/docs/API_V2.md). */
export const run: RunNotifier<BarkSpec> = async (spec, message, context) => {
  const { url = 'https://api.day.app', username, password: key, properties } = context.connection
  if (key === undefined || !URL.canParse(url))
    return fail({ message: 'the connection has no device key or no valid URL', isTemporary: false })
  const password = properties['serverPassword']
  const view = linkOf(message, 'view')?.url
  const request = {
    url: below(url, 'push'),
    headers: basicAuthorization({
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    }),
    json: {
      device_key: key,
      title: cutText(oneLine(message.title), LONGEST_TITLE, bytesOf),
      body: cutText(message.body, LONGEST_BODY, bytesOf),
      level: spec.level ?? levels[urgencyOf(message)],
      // A message with the id of another one replaces it.
      id: createHash('sha256').update(message.alert).digest('hex').slice(0, 32),
      ...(view === undefined ? {} : { url: view }),
      ...(spec.group === undefined ? {} : { group: spec.group }),
      ...(spec.sound === undefined ? {} : { sound: spec.sound }),
      ...(spec.icon === undefined ? {} : { icon: spec.icon }),
    },
  }
  const sent = await sendToService('Bark', request, context, says)
  if (!sent.ok) return sent
  const answer = answerShape.safeParse(sent.value.json)
  return answer.data?.code === 200 ? succeed({}) : fail(refusal('Bark', sent.value, request, context, says))
}
