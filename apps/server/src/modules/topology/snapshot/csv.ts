/** A table of a snapshot: its columns, in their order, and its rows. */
export interface Table {
  columns: readonly string[]
  rows: AsyncIterable<Readonly<Record<string, unknown>>> | Iterable<Readonly<Record<string, unknown>>>
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function cell(value: unknown): string {
  const text = textOf(value)
  // A spreadsheet runs what begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes a table as CSV after RFC 4180, line by line. */
export async function* csvOf({ columns, rows }: Table): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`
  for await (const row of rows) yield `${columns.map((column) => cell(row[column])).join(',')}\r\n`
}
