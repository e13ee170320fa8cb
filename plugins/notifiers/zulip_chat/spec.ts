import { defineNotifier, type NotifierSpecOf, textSetting } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  stream: textSetting('Stream', 'Channel that gets the messages. Default: as in the connection', 60),
  topic: textSetting('Topic', 'Topic of the messages. Default: the name of what the message is about', 60),
})

export const notifier = defineNotifier({
  type: 'zulip_chat',
  title: 'Zulip',
  description: 'Sends messages to a stream of Zulip. An alert and its recovery are in the same topic.',
  setup:
    'Open your personal settings, choose "Bots" and "Add a new bot" with the type "Generic bot" or "Incoming webhook". Create a Zulip connection with its email and API key. Subscribe the bot to the stream if that is private. Newer versions of Zulip call a stream a channel.',
  icon: 'message-square',
  schema,
  example: { stream: 'alerts', topic: 'production' },
  connections: ['zulip_chat'],
  body: 'markdown',
  takesKey: false,
  recovery: 'thread',
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type ZulipSpec = NotifierSpecOf<typeof notifier>
