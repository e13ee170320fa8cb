import type { GraphEdge } from './model.ts'

/**
 * Nodes by their distance from one of them, whichever way the lines lead: first it alone, then those next to it, and so
 * on. Nodes that no line joins to it are in none.
 */
export function ringsAround(node: string, edges: readonly GraphEdge[]): readonly (readonly string[])[] {
  const beside = new Map<string, string[]>()
  const join = (one: string, other: string) => {
    const known = beside.get(one)
    if (known === undefined) beside.set(one, [other])
    else known.push(other)
  }
  for (const { source, target } of edges) {
    join(source, target)
    join(target, source)
  }
  const rings: (readonly string[])[] = []
  const met = new Set([node])
  for (let ring: readonly string[] = [node]; ring.length > 0;) {
    rings.push(ring)
    const next = new Set(ring.flatMap((id) => beside.get(id) ?? []).filter((id) => !met.has(id)))
    for (const id of next) met.add(id)
    ring = [...next]
  }
  return rings
}
