import { defineSearchCheck } from '@binnacle/plugin-kit'

export const check = defineSearchCheck({
  type: 'elasticsearch',
  title: 'Elasticsearch',
  connections: ['elasticsearch', 'opensearch', 'http'],
})
