import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

// The settings of a message besides its title and body. Form, validation, JSON Schema and the documentation are made
// from them. Where to send to, and as whom, says the connection.
const schema = z.strictObject({
  color: field(z.string().max(20).optional(), { title: 'Color', description: 'Such as red or #cc0000.' }),
})

export const notifier = defineNotifier({
  type: '{{name}}',
  title: '{{title}}',
  description: 'A server that takes messages as JSON.',
  icon: 'bell',
  schema,
  example: { color: 'red' },
  connections: ['http'],
  body: 'markdown',
  takesKey: true,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type {{Type}}Spec = NotifierSpecOf<typeof notifier>
