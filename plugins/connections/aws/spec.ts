import {
  allowScripts,
  allowedServers,
  commonConnectionFields,
  defineConnection,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'
import { accountFields, rareAccountFields } from '../amazon-fields.ts'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...accountFields,
  ...rareAccountFields,
  servers: allowedServers,
  scripts: allowScripts,
})

export const connection = defineConnection({
  type: 'aws',
  title: 'AWS',
  description: 'An Amazon Web Services account.',
  icon: 'cloud',
  category: 'cloud',

  schema,
  example: {
    name: 'production',
    region: 'eu-west-1',
    access_key: 'secret://aws/access-key',
    secret_key: 'secret://aws/secret-key',
  },
})

export type AwsForm = FormOf<typeof connection>
