import {
  colorSetting,
  defineNotifier,
  type NotifierSpecOf,
  switchSetting,
  textSetting,
} from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  channel: textSetting(
    'Channel',
    'ID of another channel than in the connection, such as C0123456789, or the ID of a person.',
  ),
  botname: textSetting(
    'Bot name',
    'Name that messages come from; the app needs the scope chat:write.customize. Default: as in the connection, or the name of the app',
    80,
  ),
  icon: textSetting(
    'Icon',
    'An emoji such as :fire: or the https address of a picture; the app needs the scope chat:write.customize.',
    2_000,
  ),
  color: colorSetting,
  thread_ts: textSetting(
    'Thread',
    'Timestamp of a message such as 1503435956.000247: all messages become replies to it.',
    40,
  ),
  broadcast: switchSetting(
    'Show replies in the channel',
    'Shows recoveries and repeated alerts, which are replies to the alert, in the channel too. Default: on',
  ),
})

export const notifier = defineNotifier({
  type: 'slack',
  title: 'Slack',
  description:
    'Sends messages to a channel of Slack as a bot. Repeated alerts and recoveries are replies to the alert.',
  setup:
    'Create an app at https://api.slack.com/apps, add the bot token scope `chat:write` under "OAuth & Permissions" (and `chat:write.customize` for another name or icon, `chat:write.public` to post to public channels without an invitation), and install the app to the workspace. Create a Slack connection with the bot token (`xoxb-…`) and the ID of the channel, which is at the end of the details of the channel, and invite the bot with `/invite @name`. If the body of a message is JSON with "blocks", these blocks are sent instead of the text.',
  icon: 'hash',
  schema,
  example: { botname: 'Binnacle', icon: ':anchor:', broadcast: true },
  connections: ['slack'],
  body: 'markdown',
  takesKey: false,
  recovery: 'thread',
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type SlackSpec = NotifierSpecOf<typeof notifier>
