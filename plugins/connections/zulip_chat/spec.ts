import {
  commonConnectionFields,
  defineConnection,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  bot_mail: requiredField('Bot Mail', 'username', { destination: false }),
  bot_key: requiredCredential('Bot Key', 'password'),
  host: requiredField('Host', 'properties.host'),
})

export const connection = defineConnection({
  type: 'zulip_chat',
  title: 'Zulip',
  description: 'Messages to a stream of Zulip.',
  icon: 'message-square',
  category: 'notification',

  schema,
  example: {
    name: 'alerts',
    bot_mail: 'alerts-bot@chat.example.com',
    bot_key: 'secret://zulip/key',
    host: 'chat.example.com',
  },
})
