import {
  commonConnectionFields,
  defineConnection,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  key: requiredCredential('Key', 'username', {
    description:
      'Of the address of the webhook, https://chat.googleapis.com/v1/spaces/WEBHOOK/messages?key=KEY&token=TOKEN.',
  }),
  token: requiredCredential('Token', 'password'),
  webhook: requiredField('Webhook Name', 'properties.webhook', { destination: false }),
})

export const connection = defineConnection({
  type: 'google_chat',
  title: 'Google Chat',
  description: 'Messages to a space of Google Chat.',
  icon: 'message-square',
  category: 'notification',

  schema,
  example: { name: 'alerts', key: 'secret://chat/key', token: 'secret://chat/token', webhook: 'AAAAexample' },
})
