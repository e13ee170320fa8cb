import {
  columnVisibilityFeature,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { DataColumn, Sort } from './column.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature })

/** What a table's state depends on. Rows arrive sorted and paged; changes are only reported. */
export interface TableModelOptions<Row, Group> {
  columns: readonly DataColumn<Row, Group>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  sort: Sort | undefined
  onSortChange: ((sort: Sort | undefined) => void) | undefined
  hiddenColumns: readonly string[] | undefined
  onHiddenColumnsChange: ((hidden: readonly string[]) => void) | undefined
}

/** The columns and rows to show, and what changes them. */
export interface TableModel<Row, Group> {
  columns: readonly DataColumn<Row, Group>[]
  rows: readonly Row[]
  hidden: readonly string[]
  setHidden: (hidden: readonly string[]) => void
  /** Goes from ascending to descending to the default order. */
  toggleSort: ((column: string) => void) | undefined
}

/** Keeps the state of a table whose rows come sorted and paged from the server. */
export function useTableModel<Row extends RowData, Group>(
  options: TableModelOptions<Row, Group>,
): TableModel<Row, Group> {
  const { columns, rows, sort, onSortChange } = options
  const [ownHidden, setOwnHidden] = useState<readonly string[]>(() =>
    columns.filter((column) => column.hidden === true).map((column) => column.id),
  )
  const hidden = options.hiddenColumns ?? ownHidden

  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => row,
        enableSorting: column.sortable === true,
        sortDescFirst: false,
      })),
    [columns],
  )
  const sorting = sort === undefined ? [] : [{ id: sort.column, desc: sort.direction === 'desc' }]
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: options.rowId,
    manualSorting: true,
    enableMultiSort: false,
    state: { sorting, columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])) },
    onSortingChange: (updater) => {
      const [next] = typeof updater === 'function' ? updater(sorting) : updater
      onSortChange?.(
        next === undefined ? undefined : { column: next.id, direction: next.desc ? 'desc' : 'asc' },
      )
    },
  })

  const visible = new Set(table.getVisibleLeafColumns().map((column) => column.id))
  return {
    columns: columns.filter((column) => visible.has(column.id)),
    rows: table.getRowModel().rows.map((row) => row.original),
    hidden,
    setHidden: (next) => {
      setOwnHidden(next)
      options.onHiddenColumnsChange?.(next)
    },
    toggleSort:
      onSortChange === undefined
        ? undefined
        : (column) => table.getColumn(column)?.getToggleSortingHandler()?.(undefined),
  }
}
