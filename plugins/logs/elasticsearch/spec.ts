import { defineSearchBackend } from '../search-fields.ts'

export const logs = defineSearchBackend({
  type: 'elasticsearch',
  title: 'Elasticsearch',
  connections: ['elasticsearch', 'opensearch', 'http'],
})
