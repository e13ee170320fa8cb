// Below one thing, three of a kind form a group, and from four on it is closed at first. A closed group hides what is
// below it, but not the way from it to the root. Up to 200 nodes are all elements; beyond that only those in the view
// are, and the others are on a canvas: a canvas alone would take names away from keyboards and screen readers. dagre
// needs 1.3 s for 780 nodes and lines and 6 s for 1,560, so beyond 500 the levels are placed in linear time, with more
// crossings.

import { healths } from '@binnacle/contract/core'

/** What the graph needs of a thing. */
export interface GraphThing {
  id: string
  name: string
  /** Things of one kind are grouped. */
  kind: string
  /** Ids of the things that it leads to. */
  leadsTo: readonly string[]
  health?: string | null
}

/** A node of the picture for one thing. */
interface ThingNode<Thing extends GraphThing> {
  is: 'thing'
  id: string
  thing: Thing
  isRoot: boolean
}

/** A node of the picture for things of one kind below one thing, or of one kind that nothing leads to. */
interface GroupNode<Thing extends GraphThing> {
  is: 'group'
  id: string
  kind: string
  things: readonly Thing[]
  open: boolean
  /** The worst health in it; undefined if nothing in it has one. */
  worst: string | undefined
}

export type PictureNode<Thing extends GraphThing> = ThingNode<Thing> | GroupNode<Thing>

/** A line of the picture. */
export interface GraphEdge {
  id: string
  source: string
  target: string
}

/** What is drawn of a graph. */
export interface Picture<Thing extends GraphThing> {
  nodes: readonly PictureNode<Thing>[]
  edges: readonly GraphEdge[]
}

/** Things of one kind below one thing from which they are a group. Source: REL-008. */
const GROUP_FROM = 3
/** Things from which a group is closed at first. Source: REL-009, decision 15. */
const CLOSED_FROM = 4

/**
 * The id of a group.
 * @param parent id of what leads to the group; empty for things that nothing leads to
 */
export function groupId(parent: string, kind: string): string {
  return `${parent}/${kind}`
}

function worstOf(things: readonly GraphThing[]): string | undefined {
  return healths.find((rank) => things.some(({ health }) => health === rank))
}

/** Collects everything that can be reached from some things, over links that `next` returns. */
function reach(starts: Iterable<string>, next: (id: string) => Iterable<string>): Set<string> {
  const reached = new Set(starts)
  // Ids are added while it runs.
  for (const id of reached) for (const other of next(id)) reached.add(other)
  return reached
}

/** What the picture is built from. */
class Links<Thing extends GraphThing> {
  readonly known: ReadonlyMap<string, Thing>
  /** What leads to the root, directly or not. */
  readonly onWayToRoot: ReadonlySet<string>
  /** What nothing leads to, and one thing of each cycle that nothing else leads to; without the root. */
  readonly sources: readonly Thing[]

  constructor(things: readonly Thing[], root: string | undefined) {
    this.known = new Map(things.map((thing) => [thing.id, thing]))
    const above = new Map<string, string[]>()
    for (const { id, leadsTo } of things)
      for (const other of leadsTo) {
        if (other === id) continue
        const own = above.get(other)
        if (own === undefined) above.set(other, [id])
        else own.push(id)
      }
    this.onWayToRoot = root === undefined ? new Set<string>() : reach([root], (id) => above.get(id) ?? [])
    const sources = things.filter(({ id }) => id !== root && !above.has(id))
    const below = (id: string) => this.known.get(id)?.leadsTo ?? []
    const reached = reach([...(root === undefined ? [] : [root]), ...sources.map(({ id }) => id)], below)
    for (const thing of things) {
      if (reached.has(thing.id)) continue
      sources.push(thing)
      for (const id of reach([thing.id], (from) => [...below(from)].filter((to) => !reached.has(to))))
        reached.add(id)
    }
    this.sources = sources
  }

  /** The things that a thing leads to, each once, itself left out. */
  below({ id, leadsTo }: Pick<Thing, 'id' | 'leadsTo'>): Thing[] {
    return [...new Set(leadsTo)].flatMap((other) => {
      const found = this.known.get(other)
      return found === undefined || other === id ? [] : [found]
    })
  }
}

/**
 * Builds the picture of a graph: everything that is reached from the root and from what nothing leads to, where many of
 * one kind are a group. A closed group hides what is below it, but not the way from it to the root.
 * Takes time in proportion to things and links.
 * @param root id of the thing that is never in a group
 * @param toggled ids of groups that people opened or closed, so that they are not as at first
 * @param pinned ids of things that are in no group either
 */
export function buildPicture<Thing extends GraphThing>(
  things: readonly Thing[],
  root: string | undefined,
  toggled: ReadonlySet<string>,
  pinned: ReadonlySet<string> = new Set(),
): Picture<Thing> {
  const links = new Links(things, root)
  const nodes = new Map<string, PictureNode<Thing>>()
  const edges = new Map<string, GraphEdge>()
  /** Things in the picture, while what they lead to is not. */
  const shown: Thing[] = []
  /** The first closed group of each thing in one. */
  const closedIn = new Map<string, string>()
  const closed: GroupNode<Thing>[] = []

  function show(thing: Thing): void {
    if (nodes.has(thing.id)) return
    nodes.set(thing.id, { is: 'thing', id: thing.id, thing, isRoot: thing.id === root })
    shown.push(thing)
  }

  function connect(source: string, target: string): void {
    const id = `${source}>${target}`
    edges.set(id, { id, source, target })
  }

  /** Adds things below a node, or of the first level where the node is undefined. */
  function arrange(source: string | undefined, found: readonly Thing[]): void {
    for (const [kind, own] of Map.groupBy(found, (thing) => thing.kind)) {
      const isAlone = ({ id }: Thing) => id === root || pinned.has(id)
      const grouped = own.filter((thing) => !isAlone(thing))
      const isGroup = grouped.length >= GROUP_FROM
      for (const thing of isGroup ? own.filter(isAlone) : own) {
        show(thing)
        if (source !== undefined) connect(source, thing.id)
      }
      if (!isGroup) continue
      const id = groupId(source ?? '', kind)
      const open = grouped.length < CLOSED_FROM !== toggled.has(id)
      const group = { is: 'group', id, kind, things: grouped, open, worst: worstOf(grouped) } as const
      nodes.set(id, group)
      if (source !== undefined) connect(source, id)
      if (!open) {
        closed.push(group)
        for (const thing of grouped) if (!closedIn.has(thing.id)) closedIn.set(thing.id, id)
        continue
      }
      for (const thing of grouped) {
        show(thing)
        connect(id, thing.id)
      }
    }
  }

  /** Connects a closed group with what leads from it to the root. */
  function leadOn(group: GroupNode<Thing>): void {
    const targets = new Set(group.things.flatMap((thing) => links.below(thing)))
    const missing: Thing[] = []
    for (const thing of targets) {
      if (!links.onWayToRoot.has(thing.id)) continue
      const target = nodes.has(thing.id) ? thing.id : closedIn.get(thing.id)
      if (target === undefined) missing.push(thing)
      else if (target !== group.id) connect(group.id, target)
    }
    arrange(group.id, missing)
  }

  const start = root === undefined ? undefined : links.known.get(root)
  if (start !== undefined) show(start)
  arrange(undefined, links.sources)
  // Both lists grow while they are walked. What things show comes before what closed groups lead to.
  for (let [thingAt, groupAt] = [0, 0]; ;) {
    const thing = shown[thingAt]
    if (thing !== undefined) {
      thingAt += 1
      arrange(thing.id, links.below(thing))
      continue
    }
    const group = closed[groupAt]
    if (group === undefined) break
    groupAt += 1
    leadOn(group)
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}
