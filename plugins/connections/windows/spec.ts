import {
  allowedServers,
  commonConnectionFields,
  defineConnection,
  optionalField,
  requiredCredential,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  username: requiredCredential('Username', 'username'),
  password: requiredCredential('Password', 'password'),
  domain: optionalField('Domain', 'properties.domain', { destination: false }),
  servers: allowedServers,
})

export const connection = defineConnection({
  type: 'windows',
  title: 'Windows',
  description: 'A Windows account, for NTLM and file shares.',
  icon: 'monitor',
  category: 'network',

  schema,
  example: { name: 'reports', username: 'reader', password: 'secret://windows/password', domain: 'EXAMPLE' },
})
