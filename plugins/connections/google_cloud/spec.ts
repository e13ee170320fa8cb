import {
  allowScripts,
  commonConnectionFields,
  defineConnection,
  optionalField,
  requiredCredential,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  endpoint: optionalField('Endpoint', 'url', {
    description: 'Address of the API. Default: Google',
  }),
  certificate: requiredCredential('Certificate', 'certificate', {
    description: 'Key of a service account (JSON).',
    widget: 'multiline',
  }),
  scripts: allowScripts,
})

export const connection = defineConnection({
  type: 'google_cloud',
  title: 'Google Cloud',
  description: 'A Google Cloud account.',
  icon: 'cloud',
  category: 'cloud',

  schema,
  example: { name: 'gcp', certificate: 'secret://gcp/key.json' },
})

export type GoogleCloudForm = FormOf<typeof connection>
