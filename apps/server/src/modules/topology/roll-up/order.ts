import type { Edge } from './load.ts'

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
