import {
  allowScripts,
  commonConnectionFields,
  defineConnection,
  requiredCredential,
  requiredField,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  client_id: requiredField('Client ID', 'username'),
  client_secret: requiredCredential('Client Secret', 'password'),
  tenant: requiredField('Tenant ID', 'properties.tenant'),
  scripts: allowScripts,
})

export const connection = defineConnection({
  type: 'azure',
  title: 'Azure',
  description: 'A Microsoft Azure account.',
  icon: 'cloud',
  category: 'cloud',

  schema,
  example: {
    name: 'production',
    client_id: '3f0c8d9e-0000-4000-8000-000000000001',
    client_secret: 'secret://azure/client-secret',
    tenant: '3f0c8d9e-0000-4000-8000-000000000002',
  },
})

export type AzureForm = FormOf<typeof connection>
