import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  insecureTls,
  optionalField,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  user: optionalField('User', 'username', { destination: false }),
  password: requiredCredential('Password', 'password', {
    description: 'Password of the user, or an access token.',
  }),
  host: requiredField('Host', 'properties.host', {
    description: 'Address of the homeserver, such as matrix.example.com.',
  }),
  insecure_tls: insecureTls,
  rooms: optionalField('Rooms', 'properties.rooms', {
    description: 'IDs or aliases of rooms, separated by commas. Empty: every room that the user has joined.',
    group: 'advanced',
    destination: false,
  }),
})

export const connection = defineConnection({
  type: 'matrix',
  title: 'Matrix',
  description: 'Messages to rooms of Matrix.',
  icon: 'message-square',
  category: 'notification',

  schema,
  example: {
    name: 'alerts',
    user: 'alerts',
    password: 'secret://matrix/password',
    host: 'matrix.example.com',
  },
})

export type MatrixForm = FormOf<typeof connection>
