/** What a run did with items, in the words of the catalog. */
const words = [
  ['added', 'added'],
  ['updated', 'changed'],
  ['restored', 'restored'],
  ['deleted', 'deleted'],
  ['held', 'held'],
  ['leftOut', 'left out as too old'],
  ['unchanged', 'unchanged'],
  ['costs', 'with costs'],
] as const

/** The counts of a run or of a preview as text, without those that are zero. */
export function countsText(counts: Readonly<Record<string, unknown>>): string {
  const found = words.flatMap(([key, word]) => {
    const count = counts[key]
    return typeof count === 'number' && count > 0 ? [`${count.toLocaleString('en')} ${word}`] : []
  })
  return found.length === 0 ? 'Nothing found' : found.join(' · ')
}
