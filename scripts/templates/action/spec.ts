import { type ActionSpecOf, defineAction } from '@binnacle/plugin-kit/actions'
import { account, field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

// The one place that says what an action of this type holds. Validation, form, editor completion, JSON Schema and the
// documentation are made from it, so every field has a title and, where it helps, a description with units.
const schema = z.strictObject({
  url: field(z.url({ protocol: /^https?$/ }), { title: 'URL' }),
  body: field(z.string().max(100_000).optional(), { title: 'Body', widget: 'multiline' }),
  token: account('Token'),
})

export const action = defineAction({
  type: '{{name}}',
  title: '{{title}}',
  description: 'Sends a text to an address.',
  icon: 'send',
  schema,
  example: { url: 'http://127.0.0.1/restart', body: 'shop', token: 'secret://shop/token' },
  timeoutMilliseconds: 60_000,
  concurrency: 10,
})

export type {{Type}}Spec = ActionSpecOf<typeof action>
