/** Dependencies by name. */
export type Edges = ReadonlyMap<string, readonly string[]>

/** A step of the search: a name, and how many of its edges were followed. */
interface Step {
  name: string
  followed: number
}

/**
 * Groups of names that depend on each other, directly or through others (Tarjan, strongly connected components). Takes time
 * linear in the edges. Not recursive, because specs may contain chains of thousands.
 */
function knots(edges: Edges): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const found: string[][] = []
  const enter = (name: string): Step => {
    order.set(name, order.size)
    lowest.set(name, order.size - 1)
    open.push(name)
    isOpen.add(name)
    return { name, followed: 0 }
  }
  const lower = (name: string, to: number | undefined) =>
    lowest.set(name, Math.min(lowest.get(name) ?? 0, to ?? Infinity))
  for (const start of edges.keys()) {
    if (order.has(start)) continue
    const walk = [enter(start)]
    for (let step = walk.at(-1); step !== undefined; step = walk.at(-1)) {
      const next = edges.get(step.name)?.[step.followed]
      step.followed += 1
      if (next !== undefined) {
        if (!order.has(next)) walk.push(enter(next))
        else if (isOpen.has(next)) lower(step.name, order.get(next))
        continue
      }
      walk.pop()
      const before = walk.at(-1)
      if (before !== undefined) lower(before.name, lowest.get(step.name))
      if (lowest.get(step.name) !== order.get(step.name)) continue
      const knot = open.splice(open.lastIndexOf(step.name))
      for (const name of knot) isOpen.delete(name)
      if (knot.length > 1 || edges.get(step.name)?.includes(step.name) === true) found.push(knot)
    }
  }
  return found
}

/** A circle through a name, in order, with the name again at the end. */
function circleFrom(start: string, edges: Edges): string[] | undefined {
  const seen = new Set<string>()
  const walk: Step[] = [{ name: start, followed: 0 }]
  for (let step = walk.at(-1); step !== undefined; step = walk.at(-1)) {
    const next = edges.get(step.name)?.[step.followed]
    step.followed += 1
    if (next === undefined) walk.pop()
    else if (next === start) return [...walk.map(({ name }) => name), start]
    else if (!seen.has(next)) {
      seen.add(next)
      walk.push({ name: next, followed: 0 })
    }
  }
  return undefined
}

/** Most names of one group whose circles are searched, because each search follows all edges of the group. */
const MOST_STARTS = 20

/** Finds circular dependencies. Each circle is listed once, at its first name. */
export function circles(edges: Edges): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const knot of knots(edges))
    for (const start of knot.toSorted().slice(0, MOST_STARTS)) {
      const circle = circleFrom(start, edges)
      if (circle?.every((name) => start <= name) === true) found.set(start, circle)
    }
  return found
}
