import { useState } from 'react'
import type { DataColumn, Sort } from './column.ts'

/** What a table's state depends on. Rows arrive sorted and paged; changes are only reported. */
export interface TableModelOptions<Row, Group> {
  columns: readonly DataColumn<Row, Group>[]
  rows: readonly Row[]
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

/**
 * The order after a header was pressed: ascending, then descending, then the default one.
 * @returns undefined for the default order
 */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'asc' }
  return sort.direction === 'asc' ? { column, direction: 'desc' } : undefined
}

/** Keeps the state of a table whose rows come sorted and paged from the server. */
export function useTableModel<Row, Group>(options: TableModelOptions<Row, Group>): TableModel<Row, Group> {
  const { columns, rows, sort, onSortChange } = options
  const [ownHidden, setOwnHidden] = useState<readonly string[]>(() =>
    columns.filter((column) => column.hidden === true).map((column) => column.id),
  )
  const hidden = options.hiddenColumns ?? ownHidden
  return {
    columns: columns.filter(({ id }) => !hidden.includes(id)),
    rows,
    hidden,
    setHidden: (next) => {
      setOwnHidden(next)
      options.onHiddenColumnsChange?.(next)
    },
    toggleSort: onSortChange === undefined ? undefined : (column) => onSortChange(nextSort(sort, column)),
  }
}
