/** Most names in a sentence. */
const MOST_NAMED = 3

/** Names in a sentence: the first few, and how many more there are. */
export function formatList(names: readonly string[]): string {
  const shown = names.length > MOST_NAMED ? names.slice(0, MOST_NAMED - 1) : names
  const more = names.length - shown.length
  const parts = more > 0 ? [...shown, `${more.toLocaleString('en')} more`] : shown
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}
