import {
  allowScripts,
  allowedServers,
  commonConnectionFields,
  defineConnection,
  requiredField,
  switchField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'
import { accountFields, rareAccountFields } from '../amazon-fields.ts'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...accountFields,
  bucket: requiredField('Bucket', 'properties.bucket'),
  path_style: switchField('Path style', 'properties.usePathStyle', {
    description: 'Puts the bucket into the path of the address, as MinIO and others need it. Default: off',
    group: 'advanced',
    destination: false,
  }),
  ...rareAccountFields,
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
