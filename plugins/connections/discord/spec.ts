import {
  commonConnectionFields,
  defineConnection,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  webhook_id: requiredField('Webhook ID', 'username', { destination: false }),
  token: requiredCredential('Token', 'password'),
})

export const connection = defineConnection({
  type: 'discord',
  title: 'Discord',
  description: 'Messages to a channel of Discord.',
  icon: 'message-square',
  category: 'notification',

  schema,
  example: { name: 'alerts', webhook_id: '1234567890', token: 'secret://discord/token' },
})
