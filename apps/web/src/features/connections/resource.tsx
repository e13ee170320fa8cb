import { Plug } from 'lucide-react'
import { fromTable } from '../../application/resource/from-table.ts'
import { lazily } from '../../application/pages/lazily.ts'
import { defineResource } from '../../application/resource/resource.ts'
import {
  createdByField,
  createdField,
  sourceField,
  updatedField,
} from '../../application/resource/kind-fields.ts'
import { connectionColumns } from './columns.tsx'
import { connectionTypesQuery, listedConnection, type ListedConnection } from './queries.ts'

const AddConnection = lazily(async () => (await import('./connection-dialog.tsx')).AddConnection)
const ConnectionDialog = lazily(async () => (await import('./connection-dialog.tsx')).ConnectionDialog)

/** Columns that the server sorts connections by. */
const connectionSortColumns = ['name', 'namespace', 'type', 'created_at', 'updated_at'] as const

/** The servers and accounts that checks and others use by their name. */
export const connections = defineResource<ListedConnection, (typeof connectionSortColumns)[number]>({
  path: '/settings/connections',
  title: 'Connections',
  icon: Plug,
  topic: 'connections',
  access: 'connections',
  words: {
    things: 'connections',
    search: 'Search by name, namespace or type',
    empty: {
      title: 'No resources found',
      text: 'A connection is a server or an account with its secrets. Checks use it by its name.',
    },
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: connectionColumns,
  sortColumns: connectionSortColumns,
  filters: [{ id: 'type', label: 'Type' }],
  async loadChoices(queries) {
    const types = await queries.ensureQueryData(connectionTypesQuery)
    return { type: Object.fromEntries(types.map(({ type, title }) => [type, title])) }
  },
  ...fromTable({
    table: 'connections',
    columns: 'id,name,namespace,type,source,created_at,updated_at,created_by(id,name)',
    row: listedConnection,
    words: ['name', 'namespace', 'type'],
    fields: [
      { kind: 'text', name: 'name', help: 'Its name', column: 'name' },
      { kind: 'text', name: 'namespace', help: 'Its namespace', column: 'namespace' },
      { kind: 'text', name: 'type', help: 'Its type, such as postgres', column: 'type' },
      sourceField,
      createdField,
      updatedField,
      createdByField,
    ],
    narrow(query, { type }) {
      const live = query.is('deleted_at', null)
      return type === undefined ? live : live.eq('type', type)
    },
  }),
  toastsFailure: true,
  opens: { dialog: 'id' },
  add: { label: 'Add', dialog: 'add' },
  dialogs: [
    { name: 'add', writes: true, parameters: ['kind'], component: AddConnection },
    { name: 'id', ofRow: true, writes: false, component: ConnectionDialog },
  ],
})
