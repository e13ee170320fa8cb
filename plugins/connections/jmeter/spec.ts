import {
  commonConnectionFields,
  defineConnection,
  insecureTls,
  optionalCredential,
  optionalField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  url: optionalField('URL', 'url'),
  username: optionalCredential('Username', 'username'),
  password: optionalCredential('Password', 'password'),
  insecure_tls: insecureTls,
})

export const connection = defineConnection({
  type: 'jmeter',
  title: 'JMeter',
  description: 'A JMeter server.',
  icon: 'gauge',
  category: 'monitoring',
  hidden: true,
  schema,
  example: { name: 'load', url: 'https://jmeter.example.com' },
})
