import { type Column, type ColumnTable, shownColumns, type ShownName } from '@binnacle/contract/core'
import type { DataColumn } from '@binnacle/ui'

/** How a table shows a column: what the contract does not say of it. */
export type ColumnLook<Row, Group = never> = Omit<
  DataColumn<Row, Group>,
  'id' | 'header' | 'sortable' | 'numeric'
>

/**
 * The columns of a table, in the order of the contract.
 * @param columns what the contract says of them
 * @param looks how each column with a heading looks
 * @example
 * dataColumns(teamColumns, {
 *   name: { cell: ({ name }) => name, grow: 1 },
 *   created_at: { cell: ({ created_at: time }) => <Age time={time} />, width: 90 },
 * })
 */
export function dataColumns<Columns extends ColumnTable, Row, Group = never>(
  columns: Columns,
  looks: Readonly<Record<ShownName<Columns>, ColumnLook<Row, Group>>>,
): readonly DataColumn<Row, Group>[] {
  return shownColumns(columns).map((name) => {
    const column: Column | undefined = columns[name]
    return {
      id: name,
      header: column?.label ?? name,
      ...(column?.sortable === true && { sortable: true }),
      ...(column?.numeric === true && { numeric: true }),
      ...(column?.hidden === true && { hidden: true }),
      ...looks[name],
    }
  })
}
