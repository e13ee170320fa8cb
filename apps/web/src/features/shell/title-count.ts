/**
 * A tab title that begins with how many checks fail, so that a tab in the background says it.
 * @param title with or without such a count
 */
export function withCount(title: string, failing: number): string {
  const plain = title.replace(/^\(\d+\) /, '')
  return failing === 0 ? plain : `(${failing}) ${plain}`
}
