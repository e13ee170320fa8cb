import { REQUIRED } from '@binnacle/contract/core'
import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  insecureTls,
  optionalCredential,
  optionalField,
  requiredCredential,
} from '@binnacle/plugin-kit/connections'
import { field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  url: field(z.string().trim().min(1, REQUIRED).max(2_000).default('https://api.day.app'), {
    title: 'URL',
    description: 'Address of the Bark server.',
    stored: 'url',
  }),
  device_key: requiredCredential('Device Key', 'password', {
    description: 'The first part of the path of the address that the Bark app shows.',
  }),
  username: optionalField('Username', 'username', {
    description: 'For a server of your own that asks for it.',
    destination: false,
  }),
  server_password: optionalCredential('Password', 'properties.serverPassword'),
  insecure_tls: insecureTls,
})

export const connection = defineConnection({
  type: 'bark',
  title: 'Bark',
  description: 'Messages to an iPhone or iPad, by Bark.',
  icon: 'bell-ring',
  category: 'notification',

  schema,
  example: { name: 'alerts', device_key: 'secret://bark/key' },
})

export type BarkForm = FormOf<typeof connection>
