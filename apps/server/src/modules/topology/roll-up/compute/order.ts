import type { Edge } from '../load/work.ts'

/**
 * Orders components so that each stands after those below it.
 * @returns `circle`: those that are in a circle, or above one; they are missing in `ordered`
 */
export function orderUpwards(
  ids: Iterable<string>,
  edges: readonly Edge[],
): { ordered: readonly string[]; circle: ReadonlySet<string> } {
  const waiting = new Map([...ids].map((id) => [id, 0]))
  const above = new Map<string, string[]>()
  for (const edge of edges) {
    above.set(edge.below, [...(above.get(edge.below) ?? []), edge.above])
    waiting.set(edge.above, (waiting.get(edge.above) ?? 0) + 1)
  }
  const ordered: string[] = []
  const free = [...waiting].filter(([, count]) => count === 0).map(([id]) => id)
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    ordered.push(id)
    waiting.delete(id)
    for (const next of above.get(id) ?? []) {
      const left = (waiting.get(next) ?? 0) - 1
      waiting.set(next, left)
      if (left === 0) free.push(next)
    }
  }
  return { ordered, circle: new Set(waiting.keys()) }
}

function reaches(from: string, to: string, above: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>()
  const waiting = [from]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === to) return true
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(above.get(next) ?? []))
  }
  return false
}

/**
 * Finds the relationships that close a circle. Parents never form one, so that leaving these out leaves none.
 * @returns them, the same ones whatever the order of the edges
 */
export function closingEdges(ids: Iterable<string>, edges: readonly Edge[]): Edge[] {
  const { circle } = orderUpwards(ids, edges)
  if (circle.size === 0) return []
  const above = new Map<string, string[]>()
  const accept = (edge: Edge) => above.set(edge.below, [...(above.get(edge.below) ?? []), edge.above])
  for (const edge of edges) if (edge.isParent) accept(edge)
  const closing: Edge[] = []
  const relationships = edges
    .filter(({ isParent }) => !isParent)
    .toSorted((one, other) => `${one.below} ${one.above}`.localeCompare(`${other.below} ${other.above}`))
  for (const edge of relationships)
    if (circle.has(edge.below) && circle.has(edge.above) && reaches(edge.above, edge.below, above))
      closing.push(edge)
    else accept(edge)
  return closing
}
