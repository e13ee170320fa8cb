import { defineSearchCheck } from '@binnacle/plugin-kit'

export const check = defineSearchCheck({
  type: 'opensearch',
  title: 'OpenSearch',
  connections: ['opensearch', 'elasticsearch', 'http'],
})
