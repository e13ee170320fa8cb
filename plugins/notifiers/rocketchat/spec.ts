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
    'Another channel than in the connection, such as alerts, or @name of a person.',
  ),
  icon: textSetting('Icon', 'An emoji such as :anchor: or the https address of a picture.', 2_000),
  color: colorSetting,
})

export const notifier = defineNotifier({
  type: 'rocketchat',
  title: 'Rocket.Chat',
  description: 'Sends messages to a channel of Rocket.Chat.',
  setup:
    'Open "Administration", "Integrations", "New" and "Incoming" (this needs the permission manage-incoming-integrations), enable the integration, and choose a channel and a user who is in it. Create a Rocketchat connection with the host and both tokens from `https://HOST/hooks/A/B`.',
  icon: 'message-square',
  schema,
  example: { channel: 'alerts', icon: ':anchor:' },
  connections: ['rocketchat'],
  body: 'markdown',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type RocketchatSpec = NotifierSpecOf<typeof notifier>
