import type { ConnectionTypeInfo } from '@binnacle/contract/connections'
import { type DataColumn, NoValue, TruncatedText } from '@binnacle/ui'
import { ageColumn } from '../../application/resource/columns.tsx'
import { ConnectionIcon } from './connection-icon.tsx'
import type { ListedConnection } from './queries.ts'

/** The columns of the list of connections. @param types those of the server, for their names and pictures */
export function connectionColumns(
  types: ReadonlyMap<string, ConnectionTypeInfo>,
): readonly DataColumn<ListedConnection>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortable: true,
      cell: ({ name, type }) => (
        <span className="flex min-w-0 items-center gap-2">
          <ConnectionIcon name={types.get(type)?.icon ?? ''} />
          <TruncatedText text={name} />
        </span>
      ),
    },
    { id: 'namespace', header: 'Namespace', sortable: true, width: 160, cell: ({ namespace }) => namespace },
    {
      id: 'type',
      header: 'Type',
      sortable: true,
      width: 180,
      cell: ({ type }) => types.get(type)?.title ?? type,
    },
    {
      id: 'created_by',
      header: 'Created By',
      width: 180,
      narrow: 'drop',
      cell: ({ created_by: maker }) => maker?.name ?? <NoValue />,
    },
    ageColumn({ id: 'created_at', header: 'Created', sortable: true, width: 96 }),
    ageColumn({ id: 'updated_at', header: 'Updated', sortable: true, width: 96 }),
  ]
}
