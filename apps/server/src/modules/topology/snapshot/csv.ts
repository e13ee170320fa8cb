import { csvField } from '@binnacle/contract/text'

/** A table of a snapshot: its columns, in their order, and its rows. */
export interface Table {
  columns: readonly string[]
  rows: AsyncIterable<Readonly<Record<string, unknown>>> | Iterable<Readonly<Record<string, unknown>>>
}

/** Writes a table as CSV after RFC 4180, line by line. */
export async function* csvOf({ columns, rows }: Table): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`
  for await (const row of rows) yield `${columns.map((column) => csvField(row[column])).join(',')}\r\n`
}
