import { useState } from 'react'
import type { DataColumn, Sort } from './column.ts'

/** Input of a table's state. Rows arrive sorted and paged, so changes are only reported. */
export interface TableModelOptions<Row, Group> {
  columns: readonly DataColumn<Row, Group>[]
  rows: readonly Row[]
  sort: Sort | undefined
  onSortChange: ((sort: Sort | undefined) => void) | undefined
  hiddenColumns: readonly string[] | undefined
  onHiddenColumnsChange: ((hidden: readonly string[]) => void) | undefined
}

/** The columns and rows to show, and functions that change them. */
export interface TableModel<Row, Group> {
  columns: readonly DataColumn<Row, Group>[]
  rows: readonly Row[]
  hidden: readonly string[]
  setHidden: (hidden: readonly string[]) => void
  /** Switches from ascending to descending to the default order. */
  toggleSort: ((column: string) => void) | undefined
}

/**
 * Returns the order after a press on a header: ascending, then descending, then the default.
 * @returns undefined for the default order
 */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'asc' }
  return sort.direction === 'asc' ? { column, direction: 'desc' } : undefined
}

/** Keeps the state of a table whose rows the server sorts and pages. */
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
