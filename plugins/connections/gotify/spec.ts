import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  insecureTls,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  url: requiredField('URL', 'url', { description: 'Address of the Gotify server.' }),
  token: requiredCredential('Application Token', 'password', {
    description: 'Gotify shows it under Apps. A client token cannot send messages.',
  }),
  insecure_tls: insecureTls,
})

export const connection = defineConnection({
  type: 'gotify',
  title: 'Gotify',
  description: 'Messages to devices, by a Gotify server.',
  icon: 'bell-ring',
  category: 'notification',

  schema,
  example: { name: 'alerts', url: 'https://gotify.example.com', token: 'secret://gotify/token' },
})

export type GotifyForm = FormOf<typeof connection>
