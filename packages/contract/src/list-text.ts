/** A comma within an item, and the backslash that protects it, are preceded by a backslash. */
const special = /[\\,]/g

/** Texts as one, separated by commas; splitList brings back any but empty ones. */
export function joinList(items: readonly string[]): string {
  return items.map((item) => item.replaceAll(special, String.raw`\$&`)).join(',')
}

/** The texts that joinList put together. Empty ones are left out. */
export function splitList(text: string): string[] {
  return Array.from(text.matchAll(/(?:\\.|[^\\,])+/gsu), ([item]) => item.replaceAll(/\\(.)/gsu, '$1'))
}
