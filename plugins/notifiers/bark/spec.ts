import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const text = () => z.string().trim().min(1).max(500).optional()

const schema = z.strictObject({
  level: field(z.enum(['passive', 'active', 'timeSensitive', 'critical']).optional(), {
    title: 'Level',
    description:
      'critical sounds in silent mode too. Default: from the severity; critical is critical, high is timeSensitive',
  }),
  group: field(text(), { title: 'Group', description: 'Messages of a group are shown together.' }),
  sound: field(text(), { title: 'Sound', description: 'Name of a sound of the app, such as alarm.' }),
  icon: field(z.url({ protocol: /^https?$/ }).optional(), {
    title: 'Icon',
    description: 'URL of an image to show.',
  }),
})

export const notifier = defineNotifier({
  type: 'bark',
  title: 'Bark',
  description: 'Sends messages to an iPhone or iPad by Bark.',
  setup:
    'The Bark app shows an address such as https://api.day.app/KEY/; KEY is the device key of the connection. If you run a server of your own, add its address.',
  icon: 'bell-ring',
  schema,
  example: { group: 'alerts' },
  connections: ['bark'],
  body: 'text',
  takesKey: false,
  recovery: 'update',
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type BarkSpec = NotifierSpecOf<typeof notifier>
