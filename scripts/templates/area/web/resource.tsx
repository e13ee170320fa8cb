import type { {{Type}} } from '@binnacle/contract/{{path}}'
import { Badge } from '@binnacle/ui'
import { CircleCheck, ListTodo } from 'lucide-react'
import { lazily } from '../../application/pages/lazily.ts'
import { ageColumn } from '../../application/resource/columns.tsx'
import { defineResource } from '../../application/resource/resource.ts'
import { load{{Types}}, {{name}}Search, type {{Type}}SortColumn, {{name}}SortColumns } from './queries.ts'

const Add{{Type}} = lazily(async () => (await import('./add-{{file}}.tsx')).Add{{Type}})
const Close{{Type}} = lazily(async () => (await import('./close-{{file}}.tsx')).Close{{Type}})

/** The list of {{words}}s with its dialogs. */
export const {{names}} = defineResource<{{Type}}, {{Type}}SortColumn>({
  path: '/{{path}}',
  title: '{{Title}}',
  icon: ListTodo,
  topic: '{{table}}',
  access: 'database',
  words: {
    things: '{{words}}s',
    search: 'Search by name',
    empty: { title: 'No {{words}}s', text: 'Add the first one.' },
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: [
    { id: 'name', header: 'Name', sortable: true, cell: ({ name }) => name },
    {
      id: 'state',
      header: 'State',
      width: 100,
      cell: ({ state }) => <Badge tone="neutral">{state === 'open' ? 'Open' : 'Closed'}</Badge>,
    },
    ageColumn({ id: 'created_at', header: 'Created At', sortable: true, width: 112 }),
  ],
  sortColumns: {{name}}SortColumns,
  load: load{{Types}},
  search: {{name}}Search,
  opens: { dialog: 'close' },
  add: { label: 'Add', dialog: 'add' },
  rowLinks: [{ label: ({ name }) => `Close ${name}`, icon: CircleCheck, dialog: 'close' }],
  dialogs: [
    { name: 'add', writes: true, component: Add{{Type}} },
    { name: 'close', ofRow: true, writes: false, component: Close{{Type}} },
  ],
})
