import {
  commonConnectionFields,
  defineConnection,
  optionalCredential,
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
  webhook_secret: optionalCredential('Webhook Secret', 'properties.webhookSecret', {
    group: 'advanced',
    description:
      'Letters and digits that you make up. With it, the button "Acknowledge" acknowledges in Telegram itself; open https://api.telegram.org/botTOKEN/setWebhook?url=ADDRESS/api/notification/telegram&secret_token=SECRET&allowed_updates=["callback_query"] once, with the token, the https address of Binnacle and this secret.',
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
