import { defineSearchCheck } from '@binnacle/plugin-kit/checks'

export const check = defineSearchCheck({
  type: 'elasticsearch',
  title: 'Elasticsearch',
  connections: ['elasticsearch', 'opensearch', 'http'],
})
