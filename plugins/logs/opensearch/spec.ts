import { defineSearchBackend } from '../search-fields.ts'

export const logs = defineSearchBackend({
  type: 'opensearch',
  title: 'OpenSearch',
  connections: ['opensearch', 'elasticsearch', 'http'],
})
