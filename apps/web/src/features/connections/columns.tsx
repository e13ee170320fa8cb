import { type DataColumn, TruncatedName } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { ageColumn, createdByColumn } from '../../application/resource/columns.tsx'
import { ConnectionIcon } from './connection-icon.tsx'
import { type ListedConnection, useConnectionTypes } from './queries.ts'

function Name({ name, type }: ListedConnection): ReactNode {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ConnectionIcon name={useConnectionTypes().get(type)?.icon ?? ''} />
      <TruncatedName text={name} />
    </span>
  )
}

function Type({ type }: ListedConnection): ReactNode {
  return useConnectionTypes().get(type)?.title ?? type
}

/** The columns of the list of connections. */
export const connectionColumns: readonly DataColumn<ListedConnection>[] = [
  { id: 'name', header: 'Name', sortable: true, cell: (row) => <Name {...row} /> },
  { id: 'namespace', header: 'Namespace', sortable: true, width: 160, cell: ({ namespace }) => namespace },
  { id: 'type', header: 'Type', sortable: true, width: 180, cell: (row) => <Type {...row} /> },
  createdByColumn({ width: 180, narrow: 'drop' }),
  ageColumn({ id: 'created_at', header: 'Created', sortable: true, width: 96 }),
  ageColumn({ id: 'updated_at', header: 'Updated', sortable: true, width: 96 }),
]
