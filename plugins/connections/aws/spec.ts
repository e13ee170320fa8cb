import {
  allowScripts,
  allowedServers,
  commonConnectionFields,
  defineConnection,
  insecureTls,
  optionalCredential,
  optionalField,
  type FormOf,
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
  endpoint: optionalField('Endpoint', 'url', {
    description: 'Address of the API, where it is not that of Amazon.',
    group: 'advanced',
  }),
  session_token: optionalCredential('Session token', 'properties.sessionToken', { group: 'advanced' }),
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
