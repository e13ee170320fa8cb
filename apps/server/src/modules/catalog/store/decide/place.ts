/** Items that contain one another. An index contains the path, and no source is as deep. */
const MOST_DEPTH = 50

/** Where an item stands: what contains it, and all that does, the outermost first. */
interface Place {
  parentId: string | undefined
  path: string
}

export interface Placement {
  places: ReadonlyMap<string, Place>
  /** Items that were to contain themselves, or stand too deep. Each has no parent now. */
  cycles: readonly string[]
}

/**
 * Finds the path of items from their parents.
 * @param parents of the items whose parents are told, by id
 * @param storedPaths of items that are not told, by id
 */
export function placeItems(
  parents: ReadonlyMap<string, string | undefined>,
  storedPaths: ReadonlyMap<string, string>,
): Placement {
  const stored = new Map<string, string | undefined>()
  for (const [id, path] of storedPaths) {
    const chain = path === '' ? [id] : [...path.split('.'), id]
    for (const [depth, link] of chain.entries()) if (!stored.has(link)) stored.set(link, chain[depth - 1])
  }
  const places = new Map<string, Place>()
  const cycles: string[] = []
  const parentOf = (id: string) => (parents.has(id) ? parents.get(id) : stored.get(id))

  /** The way up from an item to the first one whose place is known, or to one without a parent. */
  function wayUp(id: string): string[] {
    const way: string[] = []
    const onWay = new Set<string>()
    for (let at: string | undefined = id; at !== undefined && !places.has(at); at = parentOf(at)) {
      if (onWay.has(at)) {
        // The same item loses its parent in each run, whichever is looked at first.
        const cycle = way
          .slice(way.indexOf(at))
          .filter((link) => parents.has(link))
          .sort()
        const [loser = at] = cycle
        cycles.push(loser)
        places.set(loser, { parentId: undefined, path: '' })
        return wayUp(id)
      }
      onWay.add(at)
      way.push(at)
    }
    return way
  }

  for (const id of parents.keys())
    for (const link of wayUp(id).toReversed()) {
      const parentId = parentOf(link)
      const above = parentId === undefined ? undefined : places.get(parentId)
      const chain = above === undefined || above.path === '' ? [] : above.path.split('.')
      if (parentId !== undefined && chain.length >= MOST_DEPTH) {
        cycles.push(link)
        places.set(link, { parentId: undefined, path: '' })
      } else
        places.set(link, { parentId, path: parentId === undefined ? '' : [...chain, parentId].join('.') })
    }
  return { places: new Map([...places].filter(([id]) => parents.has(id))), cycles }
}
