import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const text = () => z.string().trim().min(1).max(500).optional()
const url = () =>
  z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()

/** Other spellings of priorities come from addresses of other programs. */
const names = ['min', 'low', 'default', 'high', 'max'] as const

const schema = z.strictObject({
  priority: field(z.enum([...names, '1', '2', '3', '4', '5', 'urgent']).optional(), {
    title: 'Priority',
    offered: names,
    description: 'Default: from the severity; critical is max, a recovery is default',
  }),
  tags: field(text(), {
    title: 'Tags',
    description: 'Tags to add, separated by commas. ntfy shows some as emojis, such as computer.',
  }),
  click: field(url(), { title: 'Click', description: 'URL that a tap opens. Default: the link to view' }),
  icon: field(url(), { title: 'Icon', description: 'URL of a PNG or JPEG image to show.' }),
  attach: field(url(), { title: 'Attachment', description: 'URL of a file to attach.' }),
  delay: field(text(), {
    title: 'Delay',
    description: 'Deliver later, such as 30min or 9am. Default: at once',
  }),
  email: field(z.email().optional(), {
    title: 'Email',
    description: 'Address to which ntfy sends the message too.',
  }),
  cache: field(z.boolean().default(true), {
    title: 'Cache',
    description: 'Keep the message for devices that are offline. Default: on',
  }),
  firebase: field(z.boolean().default(true), {
    title: 'Firebase',
    description: 'Deliver faster to Android through Firebase of Google. Default: on',
  }),
})

export const notifier = defineNotifier({
  type: 'ntfy',
  title: 'ntfy',
  description: 'Sends messages to phones and browsers by ntfy, with a button to acknowledge.',
  setup:
    'Install the ntfy app and subscribe to a topic with a name that nobody guesses, because anyone who knows it can read it. Create an Ntfy connection with the same topic, and with the host of your server if you run one. If the topic is protected, add user and password, or only an access token (`tk_…`, in the ntfy web app under Account, Access tokens) as password. The phone must be able to reach Binnacle for the button to acknowledge.',
  icon: 'bell-ring',
  schema,
  example: { tags: 'computer' },
  connections: ['ntfy'],
  body: 'text',
  takesKey: false,
  recovery: 'update',
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type NtfySpec = NotifierSpecOf<typeof notifier>
