import { itemColumns } from '@binnacle/contract/catalog'
import { exportedColumns } from '@binnacle/contract/core'
import { csvField } from '@binnacle/contract/text'
import type { ConfigRow } from '../rows.ts'

const columns = exportedColumns(itemColumns)

/** Items as CSV; maps are JSON within their field, and fields that people added are columns. */
export function csvOf(rows: readonly ConfigRow[]): string {
  const added = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))].toSorted()
  const lines = rows.map((row) =>
    [
      ...columns.map((column) => csvField(column === 'owner' ? row.owner?.name : row[column])),
      ...added.map((name) => csvField(row.fields[name])),
    ].join(','),
  )
  const header = [...columns, ...added.map((name) => `field.${name}`)]
  return `${[header.join(','), ...lines].join('\r\n')}\r\n`
}
