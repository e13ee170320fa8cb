import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  requiredCredential,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  user: requiredCredential('User', 'username', { description: 'Key of the user or group.' }),
  token: requiredCredential('Token', 'password'),
})

export const connection = defineConnection({
  type: 'pushover',
  title: 'Pushover',
  description: 'Messages to devices, by Pushover.',
  icon: 'bell-ring',
  category: 'notification',

  schema,
  example: { name: 'alerts', user: 'secret://pushover/user', token: 'secret://pushover/token' },
})

export type PushoverForm = FormOf<typeof connection>
