import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  recipients: field(z.string().trim().min(1).max(2_000).optional(), {
    title: 'Recipients',
    description: 'Numbers or group ids (group.…), separated by commas. Default: those of the connection',
  }),
})

export const notifier = defineNotifier({
  type: 'signal',
  title: 'Signal',
  description: 'Sends messages by Signal. The recovery of an alert is a reply to its message.',
  setup:
    'Signal has no public API: run the [signal-cli REST API](https://github.com/bbernhard/signal-cli-rest-api), register a number there or link it to a phone, and create a Signal connection with its address, the number and the recipients. A group id is what `GET /v1/groups/NUMBER` shows. Keep that server reachable for Binnacle only, because it asks for no password.',
  icon: 'message-square',
  schema,
  example: { recipients: '+4354546464654' },
  connections: ['signal'],
  body: 'text',
  takesKey: false,
  recovery: 'thread',
  timeoutMilliseconds: 60_000,
  concurrency: 2,
})

export type SignalSpec = NotifierSpecOf<typeof notifier>
