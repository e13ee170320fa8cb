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
  host: requiredField('Host', 'properties.host'),
  token: requiredCredential('Token', 'password'),
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
