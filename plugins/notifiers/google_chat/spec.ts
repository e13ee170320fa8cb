import { defineNotifier, type NotifierSpecOf, textSetting } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  thread: textSetting(
    'Thread',
    'A name of your choice: all messages with it are in one thread. Default: a thread for each alert',
  ),
})

export const notifier = defineNotifier({
  type: 'google_chat',
  title: 'Google Chat',
  description:
    'Sends messages to a space of Google Chat. Repeated alerts and recoveries are in the thread of the alert.',
  setup:
    'Open the menu of the space, choose "Apps & integrations" and "Add webhooks" (this needs Google Workspace), and copy the address. Create a Google Chat connection with the webhook name, the key and the token from `https://chat.googleapis.com/v1/spaces/WEBHOOK/messages?key=KEY&token=TOKEN`.',
  icon: 'message-square',
  schema,
  example: { thread: 'production' },
  connections: ['google_chat'],
  body: 'markdown',
  // Google documents requestId for this method, but not whether it holds for webhooks.
  takesKey: false,
  recovery: 'thread',
  timeoutMilliseconds: 30_000,
  concurrency: 5,
})

export type GoogleChatSpec = NotifierSpecOf<typeof notifier>
