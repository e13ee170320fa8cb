import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  token: requiredCredential('Token', 'password'),
  targets: requiredField('Targets', 'properties.targets', {
    description: 'Devices, #channels or email addresses, separated by commas.',
    destination: false,
  }),
})

export const connection = defineConnection({
  type: 'pushbullet',
  title: 'Pushbullet',
  description: 'Messages to devices, by Pushbullet.',
  icon: 'bell-ring',
  category: 'notification',

  schema,
  example: { name: 'alerts', token: 'secret://pushbullet/token', targets: '#alerts' },
})

export type PushbulletForm = FormOf<typeof connection>
