import {
  choiceField,
  commonConnectionFields,
  defineConnection,
  requiredCredential,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  routing_key: requiredCredential('Integration Key', 'password', {
    description: 'Of an integration "Events API V2", in PagerDuty on the tab Integrations of a service.',
  }),
  region: choiceField('Region', 'properties.region', ['US', 'EU'], 'US', {
    description: 'EU for accounts on eu.pagerduty.com. Default: US',
  }),
})

export const connection = defineConnection({
  type: 'pagerduty',
  title: 'PagerDuty',
  description: 'Incidents in PagerDuty.',
  icon: 'siren',
  category: 'notification',

  schema,
  example: { name: 'alerts', routing_key: 'secret://pagerduty/key' },
})
