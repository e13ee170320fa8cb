import { account, field } from '@binnacle/plugin-kit/core'
import { defineLogBackend, type LogSpecOf } from '@binnacle/plugin-kit/logs'
import { z } from 'zod'

// The one place that says what a log backend of this type holds. Validation, form, editor completion, JSON Schema and the
// documentation are made from it, so every field has a title and, where it helps, a description with units.
const schema = z.strictObject({
  url: field(z.url({ protocol: /^https?$/ }), {
    title: 'URL',
    description: 'Answers with a text of lines that begin with a time.',
  }),
  token: account('Token'),
})

export const logs = defineLogBackend({
  type: '{{name}}',
  title: '{{title}}',
  description: 'Lines of a text on a web server.',
  icon: 'file-text',
  schema,
  example: { url: 'http://127.0.0.1/shop.log', token: 'secret://shop/token' },
  timeoutMilliseconds: 30_000,
  concurrency: 10,
  stream: [],
})

export type {{Type}}Spec = LogSpecOf<typeof logs>
