import {
  commonConnectionFields,
  defineConnection,
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
  host: requiredField('Host', 'properties.host'),
  insecure_tls: insecureTls,
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
