import {
  commonConnectionFields,
  defineConnection,
  optionalCredential,
  optionalField,
  portField,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  host: requiredField('Host', 'url'),
  username: requiredCredential('Username', 'username'),
  password: optionalCredential('Password', 'password', { requiredWithout: ['private_key'] }),
  port: portField(22),
  private_key: optionalCredential('Private key', 'certificate', {
    description: 'In place of the password: a key in OpenSSH or PEM form.',
    widget: 'multiline',
    group: 'advanced',
  }),
  host_key: optionalField('Host key', 'properties.hostKey', {
    description: 'Fingerprint of the server, such as SHA256:…. Another server is then refused.',
    group: 'advanced',
  }),
})

export const connection = defineConnection({
  type: 'sftp',
  title: 'SFTP',
  description: 'Files on a server, over SSH.',
  icon: 'hard-drive',
  category: 'storage',

  schema,
  example: {
    name: 'uploads',
    host: 'files.example.com',
    username: 'reader',
    password: 'secret://sftp/password',
  },
})
