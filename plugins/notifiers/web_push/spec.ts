import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  keepHours: field(z.number().int().min(0).max(672).default(24), {
    title: 'Keep for (hours)',
    description: 'How long the push service keeps the message for a device that is offline. Default: 24',
  }),
})

/** A subscription as a browser gives it (PushSubscription.toJSON). */
export interface Subscription {
  endpoint: string
  /** Public key of the browser, base64url. */
  p256dh: string
  /** Authentication secret of the subscription, base64url. */
  auth: string
}

/** The keys with which an installation identifies itself to push services (RFC 8292), base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
  /** Where push services reach the operator: a mailto: or https: address. */
  subject: string
}

/** The connection of a subscription, as this service takes it. */
export function webPushConnection(
  name: string,
  subscription: Subscription,
  vapid: VapidKeys,
): ConnectionValues {
  return {
    name,
    namespace: 'default',
    type: 'web_push',
    insecureTls: false,
    url: subscription.endpoint,
    password: vapid.privateKey,
    properties: {
      p256dh: subscription.p256dh,
      auth: subscription.auth,
      vapidPublicKey: vapid.publicKey,
      vapidSubject: vapid.subject,
    },
  }
}

export const notifier = defineNotifier({
  type: 'web_push',
  title: 'Web push',
  description: 'Shows notifications in browsers, on computers and phones, also while Binnacle is not open.',
  setup:
    'Each browser subscribes by itself. The browser must be able to reach its push service (Google, Mozilla, Apple or Microsoft), and so must the server. The push service cannot read messages, because they are encrypted for the browser (RFC 8291).',
  icon: 'bell-ring',
  schema,
  example: { keepHours: 24 },
  connections: ['web_push'],
  body: 'text',
  takesKey: false,
  recovery: 'update',
  timeoutMilliseconds: 30_000,
  concurrency: 20,
})

export type WebPushSpec = NotifierSpecOf<typeof notifier>
