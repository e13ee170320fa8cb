import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  serverForm,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...serverForm('Address of the Alertmanager, without /api/v2, or of a server that takes its webhook.'),
})

export const connection = defineConnection({
  type: 'alertmanager',
  title: 'Alertmanager',
  description: 'Alerts in an Alertmanager, or in what speaks its API.',
  icon: 'siren',
  category: 'notification',

  schema,
  example: { name: 'alerts', url: 'http://alertmanager.example.com:9093' },
})

export type AlertmanagerForm = FormOf<typeof connection>
