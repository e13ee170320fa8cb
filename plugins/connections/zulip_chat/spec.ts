import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  optionalField,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  bot_mail: requiredField('Bot Mail', 'username', { destination: false }),
  bot_key: requiredCredential('Bot Key', 'password'),
  host: requiredField('Host', 'properties.host', {
    description: 'Such as chat.example.com or example.zulipchat.com.',
  }),
  stream: optionalField('Stream', 'properties.stream', {
    description: 'Channel that gets the messages, unless the recipient names another.',
    group: 'advanced',
    destination: false,
  }),
  topic: optionalField('Topic', 'properties.topic', {
    description: 'Empty: the name of what a message is about.',
    group: 'advanced',
    destination: false,
  }),
})

export const connection = defineConnection({
  type: 'zulip_chat',
  title: 'Zulip',
  description: 'Messages to a stream of Zulip.',
  icon: 'message-square',
  category: 'notification',

  schema,
  example: {
    name: 'alerts',
    bot_mail: 'alerts-bot@chat.example.com',
    bot_key: 'secret://zulip/key',
    host: 'chat.example.com',
  },
})

export type ZulipChatForm = FormOf<typeof connection>
