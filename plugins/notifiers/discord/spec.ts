import {
  colorSetting,
  defineNotifier,
  type NotifierSpecOf,
  textSetting,
  urlSetting,
} from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  username: textSetting('Username', 'Name that messages come from. Default: the name of the webhook', 80),
  avatar: urlSetting('Avatar', 'Address of a picture. Default: the picture of the webhook'),
  color: colorSetting,
  thread_id: textSetting('Thread', 'ID of a thread of the channel that gets the messages.', 30),
})

export const notifier = defineNotifier({
  type: 'discord',
  title: 'Discord',
  description:
    'Sends messages to a channel of Discord. When an alert ends, a message says so and the alert turns green.',
  setup:
    'Open the settings of the channel, choose "Integrations", "Webhooks" and "New Webhook" (this needs the permission "Manage Webhooks") and copy its address. Create a Discord connection with the ID and the token from `https://discord.com/api/webhooks/ID/TOKEN`.',
  icon: 'message-square',
  schema,
  example: { username: 'Binnacle', color: '#d92d20' },
  connections: ['discord'],
  body: 'markdown',
  takesKey: false,
  recovery: 'update',
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type DiscordSpec = NotifierSpecOf<typeof notifier>
