import {
  colorSetting,
  defineNotifier,
  type NotifierSpecOf,
  textSetting,
} from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  channel: textSetting(
    'Channel',
    'Name of another channel as its address has it, such as town-square, or @name of a person. Default: as in the connection or the webhook',
  ),
  icon: textSetting(
    'Icon',
    'An emoji such as :anchor: or the https address of a picture. An administrator must allow webhooks to override icons.',
    2_000,
  ),
  color: colorSetting,
})

export const notifier = defineNotifier({
  type: 'mattermost',
  title: 'Mattermost',
  description: 'Sends messages to a channel of Mattermost.',
  setup:
    'Choose "Integrations" in the product menu, then "Incoming Webhooks" and "Add Incoming Webhook"; an administrator may have to enable them. Create a Mattermost connection with the host and the token from `https://HOST/hooks/TOKEN`. Another username or icon needs the settings "Enable integrations to override usernames" and "… profile picture icons".',
  icon: 'message-square',
  schema,
  example: { channel: 'town-square', icon: ':anchor:' },
  connections: ['mattermost'],
  body: 'markdown',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type MattermostSpec = NotifierSpecOf<typeof notifier>
