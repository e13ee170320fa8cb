import { createHash } from 'node:crypto'
import { fail, succeed } from '@binnacle/contract/core'
import { refusal, requestService, type ServiceRequest } from '@binnacle/plugin-kit/notifier-http'
import type { RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { type Urgency, urgencyOf } from '../urgency.ts'
import { payloadOf } from './payload.ts'
import type { WebPushSpec } from './spec.ts'

/** RFC 8030 section 5.3. */
const urgencies = { 1: 'very-low', 2: 'low', 3: 'normal', 4: 'high', 5: 'high' } as const satisfies Record<
  Urgency,
  string
>
/** RFC 8030 section 5.4: a topic has at most 32 characters. */
const TOPIC_LENGTH = 32

/** Sends an encrypted message to the push service of a browser (RFC 8030, 8291, 8292). */
export const run: RunNotifier<WebPushSpec> = async ({ keepHours }, message, context) => {
  const { url, password, properties } = context.connection
  const { p256dh, auth, vapidPublicKey, vapidSubject } = properties
  if (url === undefined || password === undefined || p256dh === undefined || auth === undefined)
    return fail({ message: 'the subscription is not complete; subscribe again', isTemporary: false })
  // Load it late, because most processes never send a push message.
  const { default: webPush } = await import('web-push')
  let request: ServiceRequest
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: url, keys: { p256dh, auth } },
      payloadOf(message),
      {
        vapidDetails: { subject: vapidSubject ?? '', publicKey: vapidPublicKey ?? '', privateKey: password },
        contentEncoding: 'aes128gcm',
        TTL: keepHours * 3_600,
        urgency: urgencies[urgencyOf(message)],
        // A message that waits for the device is replaced by the next one of the same alert.
        topic: createHash('sha256').update(message.alert).digest('base64url').slice(0, TOPIC_LENGTH),
      },
    )
    request = { url, headers: { ...headers }, bytes: body ?? Buffer.alloc(0) }
  } catch {
    // What it throws says which key is wrong, and may show a part of it.
    return fail({
      message: 'the keys of the subscription or of the installation (VAPID) are not valid; subscribe again',
      isTemporary: false,
    })
  }
  const answered = await requestService(request, context)
  if (!answered.ok) return answered
  const { status } = answered.value
  if (status === 404 || status === 410)
    return fail({
      message: `the subscription is gone (status ${status}): the browser ended it; subscribe again in that browser`,
      isTemporary: false,
    })
  return status >= 200 && status < 300
    ? succeed({})
    : fail(refusal('the push service', answered.value, request, context))
}
