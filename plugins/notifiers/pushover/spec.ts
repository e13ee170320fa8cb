import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

/** Numbers come from addresses of other programs. */
const names = ['lowest', 'low', 'normal', 'high', 'emergency'] as const

const schema = z.strictObject({
  priority: field(z.enum([...names, '-2', '-1', '0', '1', '2']).optional(), {
    title: 'Priority',
    offered: names,
    description:
      'emergency sounds again until somebody acknowledges. Default: from the severity; critical is emergency, a recovery is normal',
  }),
  devices: field(z.string().trim().min(1).max(500).optional(), {
    title: 'Devices',
    description: 'Names of devices, separated by commas. Default: all devices of the user',
    aliases: ['device'],
  }),
  sound: field(z.string().trim().min(1).max(50).optional(), {
    title: 'Sound',
    description: 'Name of a sound of Pushover, such as siren. Default: the sound that the user chose',
  }),
  // https://pushover.net/api#priority
  retry: field(z.number().int().min(30).max(10_800).default(60), {
    title: 'Repeat every (seconds)',
    description: 'How often an emergency sounds, at least 30. Default: 60',
  }),
  expire: field(z.number().int().min(30).max(10_800).default(3_600), {
    title: 'Give up after (seconds)',
    description: 'How long an emergency sounds, at most 10800. Default: 3600',
  }),
})

export const notifier = defineNotifier({
  type: 'pushover',
  title: 'Pushover',
  description:
    'Sends messages to phones by Pushover. Critical alerts sound until somebody acknowledges them.',
  setup:
    'On pushover.net, "Create an Application/API Token" gives the token of the connection; the user key is at the top of the page after signing in, and a group key on the page of a delivery group. Who acknowledges an emergency in Pushover acknowledges the alert here too, if Pushover can reach this server.',
  icon: 'bell-ring',
  schema,
  example: { sound: 'siren' },
  connections: ['pushover'],
  body: 'text',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  // https://pushover.net/api#friendly: two connections at a time.
  concurrency: 2,
})

export type PushoverSpec = NotifierSpecOf<typeof notifier>
