import type { Facts, Key } from './facts.ts'

/** Returns the name of the group of each thing: things that describe the same one are in one group. */
export function clustersOf({ edges }: Pick<Facts, 'edges'>): (key: Key) => Key {
  const parents = new Map<Key, Key>()
  const rootOf = (key: Key): Key => {
    let root = key
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    return root
  }
  for (const { from, to, link } of edges) {
    if (link !== 'same') continue
    const [one = '', other = ''] = [rootOf(from), rootOf(to)].toSorted()
    // The first in order is the root, whatever comes first in the list.
    if (one !== other) parents.set(other, one)
  }
  return rootOf
}
