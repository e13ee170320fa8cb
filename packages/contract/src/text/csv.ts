/** Keeps spreadsheets from running a text that looks like a formula: it gets an apostrophe before it. */
function withoutFormula(text: string): string {
  return /^[=+\-@＝＋＠－\t\r\n]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Writes a value as a field of CSV (RFC 4180). Lists and maps are JSON within their field. */
export function csvField(value: unknown): string {
  const text = withoutFormula(textOf(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
