import {
  colorSetting,
  defineNotifier,
  type NotifierSpecOf,
  textSetting,
} from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  rooms: textSetting(
    'Rooms',
    'IDs such as !abc:example.com or aliases such as #alerts:example.com, separated by commas. Default: those of the connection, else every room that the user has joined',
    2_000,
  ),
  color: colorSetting,
})

export const notifier = defineNotifier({
  type: 'matrix',
  title: 'Matrix',
  description:
    'Sends messages to rooms of Matrix. Repeated alerts and recoveries are in the thread of the alert.',
  setup:
    'Create a user on the homeserver. Create a Matrix connection with its name and password, or with an access token as password and no user (in Element under Settings, Help & About, Access Token). Invite the user to the rooms; it joins them by itself. Messages are not encrypted, even in rooms that are.',
  icon: 'message-square',
  schema,
  example: { rooms: '#alerts:example.com' },
  connections: ['matrix'],
  body: 'markdown',
  takesKey: true,
  recovery: 'thread',
  timeoutMilliseconds: 60_000,
  concurrency: 10,
})

export type MatrixSpec = NotifierSpecOf<typeof notifier>
