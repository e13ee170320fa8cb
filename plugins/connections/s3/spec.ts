import {
  allowScripts,
  allowedServers,
  commonConnectionFields,
  defineConnection,
  insecureTls,
  optionalCredential,
  optionalField,
  requiredField,
  switchField,
} from '@binnacle/plugin-kit'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  region: optionalField('Region', 'properties.region', {
    description: 'Such as eu-west-1.',
    destination: false,
  }),
  profile: optionalField('Profile', 'properties.profile', { destination: false }),
  access_key: optionalCredential('Access Key', 'username'),
  secret_key: optionalCredential('Secret Key', 'password'),
  insecure_tls: insecureTls,
  bucket: requiredField('Bucket', 'properties.bucket'),
  path_style: switchField('Path style', 'properties.usePathStyle', {
    description: 'Puts the bucket into the path of the address, as MinIO and others need it. Default: off',
    group: 'advanced',
    destination: false,
  }),
  endpoint: optionalField('Endpoint', 'url', {
    description: 'Address of the API, where it is not that of Amazon.',
    group: 'advanced',
  }),
  session_token: optionalCredential('Session token', 'properties.sessionToken', { group: 'advanced' }),
  servers: allowedServers,
  scripts: allowScripts,
})

export const connection = defineConnection({
  type: 's3',
  title: 'AWS S3',
  description: 'A bucket of Amazon S3, or of a store with its API.',
  icon: 'archive',
  category: 'storage',

  schema,
  example: {
    name: 'production',
    region: 'eu-west-1',
    access_key: 'secret://aws/access-key',
    secret_key: 'secret://aws/secret-key',
    bucket: 'example-backups',
  },
})
