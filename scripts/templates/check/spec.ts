import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import { field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

// The one place that says what a check of this type holds. Validation, form, editor completion, JSON Schema and the
// documentation are made from it, so every field has a title and, where it helps, a description with units.
const schema = z.strictObject({
  ...commonCheckFields,
  host: field(z.string().trim().min(1).max(253), { title: 'Host', description: 'Name or address.' }),
  port: field(z.number().int().min(1).max(65_535), { title: 'Port' }),
  greeting: field(z.string().min(1).optional(), {
    title: 'Greeting',
    description: 'What the server must say first, or a part of it.',
  }),
})

export const check = defineCheck({
  type: '{{name}}',
  title: '{{title}}',
  description: 'Connects and looks at what the server says first.',
  icon: 'plug',
  schema,
  example: { name: 'mail relay', host: '127.0.0.1', port: 25, greeting: '220' },
  timeoutMilliseconds: 10_000,
  concurrency: 100,
  endpoint: (spec) => `${spec.host}:${spec.port}`,
  target: (spec) => spec.host,
})

export type {{Type}}Spec = SpecOf<typeof check>
