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
  webhook_id: requiredField('Webhook ID', 'username', {
    description: 'Of the address of the webhook, https://discord.com/api/webhooks/ID/TOKEN.',
    destination: false,
  }),
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

export type DiscordForm = FormOf<typeof connection>
