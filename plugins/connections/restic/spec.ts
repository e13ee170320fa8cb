import {
  commonConnectionFields,
  defineConnection,
  optionalCredential,
  optionalField,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  password: requiredCredential('Password', 'password'),
  repository: requiredField('Repository URL', 'url', {
    description: 'Such as s3:https://s3.amazonaws.com/bucket.',
  }),
  aws_connection: optionalField('AWS Connection Name', 'properties.awsConnection', {
    description: 'A stored AWS connection with the keys of the bucket, in place of the two below.',
    destination: false,
  }),
  access_key: optionalCredential('Access Key', 'properties.accessKey'),
  secret_key: optionalCredential('Secret Key', 'properties.secretKey'),
})

export const connection = defineConnection({
  type: 'restic',
  title: 'Restic',
  description: 'A repository of restic backups.',
  icon: 'archive',
  category: 'storage',

  schema,
  example: {
    name: 'backups',
    password: 'secret://restic/password',
    repository: 's3:https://s3.amazonaws.com/example-backups',
    aws_connection: 'connection://production',
  },
})
