import {
  commonConnectionFields,
  defineConnection,
  optionalCredential,
  optionalField,
  portField,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  server: requiredField('Server', 'url'),
  port: portField(445),
  share: requiredField('Share', 'properties.share', {
    storedBefore: ['properties.sharename', 'properties.shareName'],
    destination: false,
  }),
  username: optionalCredential('Username', 'username'),
  password: optionalCredential('Password', 'password'),
  domain: optionalField('Domain', 'properties.domain', { group: 'advanced', destination: false }),
})

export const connection = defineConnection({
  type: 'smb',
  title: 'SMB',
  description: 'A file share of Windows or Samba.',
  icon: 'hard-drive',
  category: 'storage',

  schema,
  example: {
    name: 'reports',
    server: 'files.example.com',
    share: 'reports',
    username: 'reader',
    password: 'secret://smb/password',
  },
})
