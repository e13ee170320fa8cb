import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const value = (name: string) =>
  field(z.string().max(2_000).optional(), {
    title: name,
    description: `Text for ${name} if neither title nor message takes its place.`,
  })

/** A value of an event, or none. */
const place = (title: string, fallback: number, note: string) =>
  field(z.number().int().min(0).max(3).default(fallback), { title, description: note })

const schema = z.strictObject({
  events: field(
    z
      .string()
      .max(1_024, { abort: true })
      .trim()
      .regex(/^\w+(?:\s*,\s*\w+)*$/, 'must be names of letters, digits and _, separated by commas'),
    {
      title: 'Events',
      description: 'Names of the events of your applets, separated by commas. All of them are triggered.',
    },
  ),
  value1: value('Value1'),
  value2: value('Value2'),
  value3: value('Value3'),
  messageValue: place('Message as value', 2, 'Which value is the message; 0: none. Default: 2'),
  titleValue: place(
    'Title as value',
    0,
    'Which value is the title; 0: the title is the first line of the message. Default: 0',
  ),
})

export const notifier = defineNotifier({
  type: 'ifttt',
  title: 'IFTTT',
  description: 'Triggers events of the webhooks of IFTTT.',
  setup:
    'On ifttt.com, connect the service Webhooks; its page, Documentation, shows the key, which is the webhook ID of the connection. Create an applet with "Receive a web request" (not the one with a JSON payload), and write the name of its event here.',
  icon: 'webhook',
  schema,
  example: { events: 'binnacle_alert', titleValue: 1 },
  connections: ['ifttt'],
  body: 'text',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 5,
})

export type IftttSpec = NotifierSpecOf<typeof notifier>
