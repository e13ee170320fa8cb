import { type Edge, type Facts, isFailing, keyOf, type Key, type Link, type Thing } from './facts.ts'
import { moveAlong, type Way } from './moves.ts'

/** How a thing is reached from another one. */
export interface PathNode {
  thing: Thing
  key: Key
  /** Steps of the way. */
  steps: number
  /** Healthy things on the way that trouble would have had to pass. */
  healthy: number
  /** Steps, with more for doubtful ones and for healthy things on the way. */
  cost: number
  /** The link by which it was reached; undefined for the start. */
  link: Link | undefined
  before: PathNode | undefined
}

/** Things and their edges, in an order that does not depend on the order of the facts. */
export interface Graph {
  things: ReadonlyMap<Key, Thing>
  edges: ReadonlyMap<Key, readonly Edge[]>
  /** Whether something says that a thing is well, and no check of it says that it is not. */
  isWell: (key: Key) => boolean
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

export function graphOf({ things, edges }: Pick<Facts, 'things' | 'edges'>): Graph {
  const known = new Map(things.map((thing) => [keyOf(thing.kind, thing.id), thing]))
  const from = new Map<Key, Edge[]>()
  for (const edge of edges.toSorted((a, b) => compare(a.to, b.to) || compare(a.link, b.link))) {
    const list = from.get(edge.from) ?? []
    list.push(edge)
    from.set(edge.from, list)
  }
  const suspect = new Set<Key>()
  for (const edge of edges) {
    const [checked, check] = edge.link === 'checks' ? [edge.to, edge.from] : [edge.from, edge.to]
    const state = known.get(check)
    if ((edge.link === 'checks' || edge.link === 'checked') && state !== undefined && isFailing(state))
      suspect.add(checked)
  }
  return {
    things: known,
    edges: from,
    isWell: (key) => known.get(key)?.health === 'healthy' && !suspect.has(key),
  }
}

interface WaitingNode extends PathNode {
  way: Way
}

/**
 * The cheapest way to each thing that may be why one fails. Ends in cycles too: a thing is left once for each way of reaching
 * it.
 * @param options.most cost beyond which nothing is looked at
 * @param options.countsHealthy whether healthy things on the way make it longer
 */
export function reachFrom(
  { things, edges, isWell }: Graph,
  start: Key,
  { most = 30, countsHealthy = true }: { most?: number; countsHealthy?: boolean } = {},
): ReadonlyMap<Key, PathNode> {
  const first = things.get(start)
  const found = new Map<Key, PathNode>()
  if (first === undefined) return found
  const left = new Set<string>()
  const byCost: WaitingNode[][] = [
    [
      {
        thing: first,
        key: start,
        way: 'open',
        steps: 0,
        healthy: 0,
        cost: 0,
        link: undefined,
        before: undefined,
      },
    ],
  ]
  for (let cost = 0; cost < byCost.length && cost <= most; cost += 1) {
    // A link to the same thing costs nothing, so the list grows while it is read.
    for (const here of byCost[cost] ?? []) {
      const place = `${here.key} ${here.way}`
      if (left.has(place)) continue
      left.add(place)
      if (!found.has(here.key)) found.set(here.key, here)
      const blocks = countsHealthy && here.steps > 0 && here.link !== 'same' && isWell(here.key) ? 1 : 0
      for (const edge of edges.get(here.key) ?? []) {
        const to = things.get(edge.to)
        const move = to === undefined ? undefined : moveAlong(here.way, edge, here.thing, to)
        if (to === undefined || move === undefined) continue
        const healthy = move.link === 'same' || move.link === 'checked' ? 0 : blocks
        const next: WaitingNode = {
          thing: to,
          key: edge.to,
          way: move.way,
          steps: here.steps + move.steps,
          healthy: here.healthy + healthy,
          cost: cost + move.cost + healthy,
          link: move.link,
          before: here,
        }
        const list = (byCost[next.cost] ??= [])
        list.push(next)
      }
    }
  }
  return found
}

/** The things on the way to one, from the start on. */
export function pathTo(reached: PathNode): PathNode[] {
  const path: PathNode[] = []
  for (let next: PathNode | undefined = reached; next !== undefined; next = next.before) path.unshift(next)
  return path
}
