import { commonConnectionFields, defineConnection, serverForm } from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...serverForm('Address of the server, such as https://prometheus.example.com.'),
})

export const connection = defineConnection({
  type: 'prometheus',
  title: 'Prometheus',
  description: 'A Prometheus server, or one with its query API.',
  icon: 'flame',
  category: 'monitoring',

  schema,
  example: { name: 'metrics', url: 'https://prometheus.example.com' },
})
