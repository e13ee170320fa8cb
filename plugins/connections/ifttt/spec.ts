import {
  commonConnectionFields,
  defineConnection,
  requiredCredential,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  webhook_id: requiredCredential('Webhook ID', 'username'),
})

export const connection = defineConnection({
  type: 'ifttt',
  title: 'IFTTT',
  description: 'Events to the webhooks of IFTTT.',
  icon: 'webhook',
  category: 'notification',

  schema,
  example: { name: 'alerts', webhook_id: 'secret://ifttt/key' },
})
