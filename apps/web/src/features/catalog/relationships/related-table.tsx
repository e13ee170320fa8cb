import { DataTable } from '@binnacle/ui'
import { type ReactNode, useMemo, useState } from 'react'
import { type RowGroup, configColumns, type ListedConfig } from '../list/columns.tsx'
import { configHref } from '../paths.ts'
import type { RelatedConfig } from './queries.ts'

/**
 * Related items by type, the nearest types first.
 * @param props.isCut whether there are more than the loaded ones, so that no count is that of all
 */
export function RelatedTable(props: {
  id: string
  items: readonly RelatedConfig[]
  loading: boolean
  refreshing: boolean
  error: Parameters<typeof DataTable>[0]['error']
  hideDeleted: boolean
  isCut: boolean
  onClearFilters: (() => void) | undefined
  empty: ReactNode
}): ReactNode {
  const { items, id } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => items.filter((item) => item.id !== id), [items, id])
  const groups = useMemo(
    () =>
      Array.from(
        Map.groupBy(rows, ({ type }) => type),
        ([type, own]): RowGroup => ({ id: type, count: own.length }),
      ),
    [rows],
  )
  const columns = useMemo(
    () => configColumns({ ofOneType: true, withDeleted: !props.hideDeleted }),
    [props.hideDeleted],
  )
  return (
    <DataTable<ListedConfig, RowGroup>
      key={String(props.hideDeleted)}
      label="Related items"
      fill
      columns={columns}
      rows={rows.filter(({ type }) => !closed.has(type))}
      rowId={(row) => row.id}
      rowHref={(row) => configHref(row.id)}
      grouping={{
        groups,
        groupId: (group) => group.id,
        groupOf: ({ type }) => type,
        groupName: ({ id: type, count }) =>
          `${type} (${count.toLocaleString('en')}${props.isCut ? ' loaded' : ''})`,
        collapsed: (group) => closed.has(group.id),
        onToggle(group) {
          const changed = new Set(closed)
          if (!changed.delete(group.id)) changed.add(group.id)
          setClosed(changed)
        },
      }}
      loading={props.loading}
      refreshing={props.refreshing}
      error={props.error}
      onClearFilters={props.onClearFilters}
      empty={props.empty}
    />
  )
}
