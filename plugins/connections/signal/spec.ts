import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  insecureTls,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  url: requiredField('URL', 'url', { description: 'Address of the signal-cli REST API.' }),
  number: requiredField('Number', 'username', {
    description: 'Number that is registered there and sends, such as +431212131491291.',
    destination: false,
  }),
  recipients: requiredField('Recipients', 'properties.recipients', {
    description: 'Numbers or group ids (group.…), separated by commas.',
    destination: false,
  }),
  insecure_tls: insecureTls,
})

export const connection = defineConnection({
  type: 'signal',
  title: 'Signal',
  description: 'Messages by Signal, over the signal-cli REST API.',
  icon: 'message-square',
  category: 'notification',

  schema,
  example: {
    name: 'alerts',
    url: 'http://signal.example.com:8080',
    number: '+431212131491291',
    recipients: '+4354546464654',
  },
})

export type SignalForm = FormOf<typeof connection>
