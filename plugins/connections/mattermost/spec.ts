import {
  commonConnectionFields,
  defineConnection,
  optionalField,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  username: optionalField('Username', 'username', { destination: false }),
  host: requiredField('Host', 'properties.host', {
    description: 'Such as chat.example.com:8443, with http:// before it if the server has no TLS.',
  }),
  token: requiredCredential('Token', 'password', {
    description: 'The last part of the address of the webhook, https://HOST/hooks/TOKEN.',
  }),
  channel: optionalField('Channel', 'properties.channel', { destination: false }),
})

export const connection = defineConnection({
  type: 'mattermost',
  title: 'Mattermost',
  description: 'Messages to a channel of Mattermost.',
  icon: 'message-square',
  category: 'notification',

  schema,
  example: {
    name: 'alerts',
    host: 'chat.example.com',
    token: 'secret://mattermost/token',
    channel: 'alerts',
  },
})
