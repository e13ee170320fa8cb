import {
  defineNotifier,
  type NotifierSpecOf,
  switchSetting,
  textSetting,
} from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  chats: textSetting(
    'Chats',
    'Other chats than those of the connection, separated by commas. A topic of a group follows a colon: -1001234567890:5',
    2_000,
  ),
  preview: switchSetting('Preview links', 'Shows a preview of the first link. Default: off'),
  notification: switchSetting('Notify', 'Off sends messages without a sound. Default: on'),
})

export const notifier = defineNotifier({
  type: 'telegram',
  title: 'Telegram',
  description:
    'Sends messages to chats of Telegram as a bot. Repeated alerts and recoveries are replies to the alert.',
  setup:
    'Write `/newbot` to @BotFather and create a Telegram connection with the token. Add the bot to each group, or to each channel as an administrator who may post messages; a person must write to the bot first. A chat is `@name` for a public group or channel, or else a number such as `-1001234567890`, which `https://api.telegram.org/botTOKEN/getUpdates` shows after a message in the chat.',
  icon: 'send',
  schema,
  example: { preview: false, notification: true },
  connections: ['telegram'],
  body: 'markdown',
  takesKey: false,
  recovery: 'thread',
  timeoutMilliseconds: 60_000,
  concurrency: 10,
})

export type TelegramSpec = NotifierSpecOf<typeof notifier>
