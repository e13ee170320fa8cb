import { commonConnectionFields, defineConnection, type FormOf, insecureTls, optionalCredential, portField, requiredField } from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

// The one place that says what a connection of this type holds. Form, storage, JSON Schema and the documentation are
// made from it, so every field has a title and says where it is stored.
const schema = z.strictObject({
  ...commonConnectionFields,
  host: requiredField('Host', 'properties.host', { description: 'Name or address.' }),
  port: portField(443),
  token: optionalCredential('Token', 'password'),
  insecure_tls: insecureTls,
})

export const connection = defineConnection({
  type: '{{name}}',
  title: '{{title}}',
  description: 'A server that takes connections.',
  icon: 'plug',
  category: 'network',
  schema,
  example: { name: 'shop', host: '127.0.0.1', token: 'secret://shop/token' },
})

export type {{Type}}Form = FormOf<typeof connection>
