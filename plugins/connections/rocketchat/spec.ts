import {
  commonConnectionFields,
  defineConnection,
  optionalField,
  portField,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  user: optionalField('User', 'properties.user', { destination: false }),
  host: requiredField('Host', 'properties.host', {
    description: 'Such as chat.example.com, with http:// before it if the server has no TLS.',
  }),
  port: portField(443),
  token_a: requiredCredential('Token A', 'username', {
    description: 'Of the address of the webhook, https://HOST/hooks/A/B.',
  }),
  token_b: requiredCredential('Token B', 'password'),
  channel: requiredField('Channel', 'properties.channel', { destination: false }),
})

export const connection = defineConnection({
  type: 'rocketchat',
  title: 'Rocketchat',
  description: 'Messages to a channel of Rocket.Chat.',
  icon: 'message-square',
  category: 'notification',

  schema,
  example: {
    name: 'alerts',
    host: 'chat.example.com',
    token_a: 'secret://rocket/a',
    token_b: 'secret://rocket/b',
    channel: 'alerts',
  },
})
