import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  priority: field(z.number().int().min(0).max(10).optional(), {
    title: 'Priority',
    description:
      '0 to 10; from 8 on Android makes a sound and shows the message at once. Default: from the severity; critical is 10, a recovery is 5',
  }),
})

export const notifier = defineNotifier({
  type: 'gotify',
  title: 'Gotify',
  description: 'Sends messages to devices by a Gotify server.',
  setup:
    'In the web page of your Gotify server, Apps, "Create application" gives the token of the connection.',
  icon: 'bell-ring',
  schema,
  example: { priority: 8 },
  connections: ['gotify'],
  body: 'markdown',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type GotifySpec = NotifierSpecOf<typeof notifier>
