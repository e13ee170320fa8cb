/** Tags that say where a thing is. They come first, in this order. */
const first: readonly string[] = ['account', 'namespace', 'name']

/** The position of a tag: known ones in their order, others after them. */
function rank(tag: string): number {
  const place = first.indexOf(tag)
  return place === -1 ? first.length : place
}

/** Tags as pairs: account, namespace and name first, then by name. Source: specification, document 2 section 9. */
export function sortTags(tags: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(tags).toSorted(
    ([left], [right]) => rank(left) - rank(right) || left.localeCompare(right, 'en'),
  )
}
