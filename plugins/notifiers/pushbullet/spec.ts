import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  targets: field(z.string().trim().min(1).max(2_000).optional(), {
    title: 'Targets',
    description:
      'Identifiers of devices, #channels or email addresses, separated by commas. Default: those of the connection',
  }),
})

export const notifier = defineNotifier({
  type: 'pushbullet',
  title: 'Pushbullet',
  description: 'Sends messages to devices, channels and people by Pushbullet.',
  setup:
    'On pushbullet.com, Settings, Account, "Create Access Token" gives the token of the connection. A device identifier is the last part of the address of the device on that site; a channel is written as #tag and must belong to the account.',
  icon: 'bell-ring',
  schema,
  example: { targets: '#alerts' },
  connections: ['pushbullet'],
  body: 'text',
  takesKey: true,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 5,
})

export type PushbulletSpec = NotifierSpecOf<typeof notifier>
