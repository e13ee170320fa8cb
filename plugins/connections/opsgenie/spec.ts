import { REQUIRED } from '@binnacle/contract/core'
import {
  commonConnectionFields,
  defineConnection,
  portField,
  requiredCredential,
} from '@binnacle/plugin-kit/connections'
import { field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  host: field(z.string().trim().min(1, REQUIRED).max(253).default('api.opsgenie.com'), {
    title: 'Host',
    stored: 'properties.host',
  }),
  port: portField(443),
  api_key: requiredCredential('API Key', 'password'),
})

export const connection = defineConnection({
  type: 'opsgenie',
  title: 'OpsGenie',
  description: 'Alerts in OpsGenie.',
  icon: 'siren',
  category: 'notification',

  schema,
  example: { name: 'alerts', api_key: 'secret://opsgenie/key' },
})
