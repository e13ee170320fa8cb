/** A comma within an item, and the backslash that protects it, are preceded by a backslash. */
const special = /[\\,]/g

/** Joins texts with commas; `splitList` splits them again, without empty ones. */
export function joinList(items: readonly string[]): string {
  return items.map((item) => item.replaceAll(special, String.raw`\$&`)).join(',')
}

/** Splits what `joinList` joined. Leaves out empty texts. */
export function splitList(text: string): string[] {
  return Array.from(text.matchAll(/(?:\\.|[^\\,])+/gsu), ([item]) => item.replaceAll(/\\(.)/gsu, '$1'))
}
