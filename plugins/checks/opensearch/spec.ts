import { defineSearchCheck } from '@binnacle/plugin-kit/checks'

export const check = defineSearchCheck({
  type: 'opensearch',
  title: 'OpenSearch',
  connections: ['opensearch', 'elasticsearch', 'http'],
})
