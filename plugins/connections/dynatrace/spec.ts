import {
  choiceField,
  commonConnectionFields,
  defineConnection,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  host: requiredField('Host', 'url'),
  api_key: requiredCredential('API Key', 'password'),
  scheme: choiceField('Scheme', 'properties.scheme', ['https', 'http'], 'https'),
})

export const connection = defineConnection({
  type: 'dynatrace',
  title: 'Dynatrace',
  description: 'A Dynatrace environment.',
  icon: 'activity',
  category: 'monitoring',

  schema,
  example: { name: 'metrics', host: 'example.live.dynatrace.com', api_key: 'secret://dynatrace/key' },
})
