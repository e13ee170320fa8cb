import { REQUIRED } from '@binnacle/contract/core'
import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  optionalCredential,
  optionalField,
  requiredCredential,
} from '@binnacle/plugin-kit/connections'
import { field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  username: optionalField('Username', 'username', { destination: false }),
  password: optionalCredential('Password', 'password'),
  host: field(z.string().trim().min(1, REQUIRED).max(253).default('ntfy.sh'), {
    title: 'Host',
    stored: 'properties.host',
  }),
  // Anyone who knows a topic reads and sends its messages.
  topic: requiredCredential('Topic', 'properties.topic'),
  insecure_tls: field(z.boolean().default(false), {
    title: 'Insecure TLS',
    description: 'Uses http instead of https. Default: off',
    stored: 'insecure_tls',
  }),
})

export const connection = defineConnection({
  type: 'ntfy',
  title: 'Ntfy',
  description: 'Messages to a topic of ntfy.',
  icon: 'bell-ring',
  category: 'notification',

  schema,
  example: { name: 'alerts', topic: 'example-alerts' },
})

export type NtfyForm = FormOf<typeof connection>
