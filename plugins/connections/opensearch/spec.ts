import { commonConnectionFields, defineConnection, serverForm } from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...serverForm('Address of the cluster, such as https://search.example.com:9200.'),
})

export const connection = defineConnection({
  type: 'opensearch',
  title: 'OpenSearch',
  description: 'An OpenSearch cluster.',
  icon: 'search',
  category: 'database',

  schema,
  example: {
    name: 'logs',
    url: 'https://search.example.com:9200',
    username: 'reader',
    password: 'secret://logs/password',
  },
})
