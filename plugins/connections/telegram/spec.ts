import {
  commonConnectionFields,
  defineConnection,
  requiredCredential,
  requiredField,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  token: requiredCredential('Token', 'password'),
  chats: requiredField('Chats', 'username', {
    description: 'Chats or channels, separated by commas.',
    destination: false,
  }),
})

export const connection = defineConnection({
  type: 'telegram',
  title: 'Telegram',
  description: 'Messages to chats of Telegram.',
  icon: 'send',
  category: 'notification',

  schema,
  example: { name: 'alerts', token: 'secret://telegram/token', chats: '@alerts' },
})

export type TelegramForm = FormOf<typeof connection>
