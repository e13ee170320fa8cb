import {
  allowScripts,
  commonConnectionFields,
  defineConnection,
  optionalCredential,
  optionalField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  endpoint: optionalField('Endpoint', 'url', {
    description: 'Address of the API. Default: Google',
  }),
  bucket: optionalField('Bucket', 'properties.bucket'),
  certificate: optionalCredential('Certificate', 'certificate', {
    description: 'Key of a service account (JSON). Leave empty for public buckets.',
    widget: 'multiline',
  }),
  scripts: allowScripts,
})

export const connection = defineConnection({
  type: 'gcs',
  title: 'Google Cloud Storage',
  description: 'A bucket of Google Cloud Storage.',
  icon: 'archive',
  category: 'storage',

  schema,
  example: { name: 'backups', bucket: 'example-backups', certificate: 'secret://gcp/key.json' },
})
