import { healthsByWeight, MINUTE } from '@binnacle/contract/core'
import {
  type Edge,
  type Facts,
  isFailing,
  isFlapping,
  type Key,
  keyOf,
  type Link,
  type Thing,
} from './facts.ts'

/** Failures of the parts of one thing that began within this time are one trouble. */
const ONE_TROUBLE = 60 * MINUTE
/** How long before a failure was noticed it may have begun, where nobody knows the last good result. */
const USUAL_INTERVAL = 5 * MINUTE

/** When a failure began: after the last good result, at the latest when it was noticed. Milliseconds since the epoch. */
export interface Onset {
  earliest: number
  latest: number
}

/** One thing of the world, whatever describes it: a component, a catalog item, and its checks. */
export interface Entity {
  key: Key
  parts: readonly Thing[]
  /** The part that names it. */
  thing: Thing
  /** The part that says why it fails. */
  failing: Thing | undefined
  /** A part that fails and recovers all the time, where nothing else of it fails. */
  flapping: Thing | undefined
  health: Thing['health']
  /** Undefined where it does not fail. */
  onset: Onset | undefined
  isSeenHealthy: boolean
  /** When somebody last looked at it, or at a part of it. */
  lastSeen: number | null
  /** Why nobody sees how it is; undefined where somebody does. */
  unseen: { message: string; since: number | null } | undefined
}

/** Entities and how they depend on each other. */
export interface EntityGraph {
  entities: ReadonlyMap<Key, Entity>
  entityOf: (thing: Key) => Key
  needs: ReadonlyMap<Key, readonly Key[]>
  neededBy: ReadonlyMap<Key, readonly Key[]>
  contains: ReadonlyMap<Key, readonly Key[]>
  within: ReadonlyMap<Key, readonly Key[]>
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Groups of keys; the name of a group is its first key in order. */
function createGroups() {
  const parents = new Map<Key, Key>()
  const rootOf = (key: Key): Key => {
    let root = key
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    return root
  }
  return {
    rootOf,
    join(one: Key, other: Key): void {
      const [first = '', second = ''] = [rootOf(one), rootOf(other)].toSorted(compare)
      if (first !== second) parents.set(second, first)
    },
  }
}

const targetsOf = (edges: readonly Edge[], link: Link, side: 'from' | 'to') => {
  const other = side === 'from' ? 'to' : 'from'
  const found = new Map<Key, Set<Key>>()
  for (const edge of edges)
    if (edge.link === link) {
      const targets = found.get(edge[side]) ?? new Set()
      targets.add(edge[other])
      found.set(edge[side], targets)
    }
  return found
}

/** Names a thing to people: what they know it by before what describes it, then what checks it. */
const kindOrder = { component: 0, config: 1, check: 2 } as const

const weightOf = ({ health }: Thing) => healthsByWeight.indexOf(health ?? 'unknown')

/** When the failures of some parts of one thing began. @param at milliseconds since the epoch where nobody knows */
export function onsetOf(failing: readonly Thing[], at: number): Onset {
  const known = failing.flatMap(({ since }) => since ?? [])
  if (known.length === 0) return { earliest: 0, latest: at }
  const newest = known.reduce((most, one) => Math.max(most, one))
  const latest = known
    .filter((since) => since > newest - ONE_TROUBLE)
    .reduce((least, one) => Math.min(least, one))
  const good = failing.flatMap(({ lastGood }) => (lastGood !== null && lastGood <= latest ? [lastGood] : []))
  return {
    latest,
    earliest: good.length === 0 ? latest - USUAL_INTERVAL : good.reduce((most, one) => Math.max(most, one)),
  }
}

function entityOfParts(key: Key, parts: readonly Thing[], at: number, isStart: boolean): Entity | undefined {
  const ordered = parts.toSorted(
    (a, b) => kindOrder[a.kind] - kindOrder[b.kind] || compare(a.name, b.name) || compare(a.id, b.id),
  )
  const [thing] = ordered
  if (thing === undefined) return undefined
  // What flaps all day says nothing about this minute; asked for itself, it is what is asked.
  const telling = isStart ? ordered : ordered.filter((part) => !isFlapping(part))
  const [worst] = telling
    .filter(({ health }) => health !== null)
    .toSorted((a, b) => weightOf(a) - weightOf(b))
  const health = worst?.health ?? null
  const failing =
    worst === undefined || !isFailing(worst) ? [] : telling.filter((part) => part.health === health)
  // The message of a check is the first-hand one: an item or a component may only repeat it.
  const speaking = failing
    .toSorted((a, b) => kindOrder[b.kind] - kindOrder[a.kind])
    .find(({ message }) => message !== null)
  const [flapping] =
    failing.length > 0 ? [] : ordered.filter((part) => isFailing(part) && !telling.includes(part))
  const seen = parts.flatMap(({ lastSeen }) => lastSeen ?? [])
  // A component only repeats what its checks say, also when they say nothing any more.
  const hasChecks = telling.some(({ kind }) => kind === 'check')
  const isSeen = telling.some(
    (part) =>
      part.health !== null &&
      part.health !== 'unknown' &&
      part.unseen === undefined &&
      !(hasChecks && part.kind === 'component'),
  )
  return {
    key,
    parts: ordered,
    thing,
    failing: speaking ?? failing[0],
    flapping,
    health,
    onset: failing.length === 0 ? undefined : onsetOf(failing, at),
    isSeenHealthy: health === 'healthy' && isSeen,
    lastSeen: seen.length === 0 ? null : seen.reduce((most, one) => Math.max(most, one)),
    unseen: isSeen ? undefined : ordered.find(({ unseen }) => unseen !== undefined)?.unseen,
  }
}

const sorted = (lists: ReadonlyMap<Key, ReadonlySet<Key>>): ReadonlyMap<Key, readonly Key[]> =>
  new Map([...lists].map(([key, list]) => [key, [...list].toSorted(compare)]))

function add(lists: Map<Key, Set<Key>>, key: Key, value: Key): void {
  const list = lists.get(key) ?? new Set()
  list.add(value)
  lists.set(key, list)
}

/**
 * Joins what describes one thing: a component and its item, and checks of one thing alone. So an answer is the same however
 * the world is described, and whichever of its descriptions is asked about.
 */
export function entitiesOf({ things, edges, start, at }: Facts): EntityGraph {
  const known = new Map(things.map((thing) => [keyOf(thing.kind, thing.id), thing]))
  const present = edges.filter(({ from, to }) => known.has(from) && known.has(to))
  const groups = createGroups()
  for (const { from, to, link } of present) if (link === 'same') groups.join(from, to)
  // All are looked up before any is joined, so that their order does not matter.
  const checksOfOne = [...targetsOf(present, 'checks', 'from')].flatMap(([check, checked]) => {
    const [first, ...more] = new Set([...checked].map(groups.rootOf))
    return first !== undefined && more.length === 0 ? [{ check, first }] : []
  })
  for (const { check, first } of checksOfOne) groups.join(check, first)

  const parts = new Map<Key, Thing[]>()
  for (const [key, thing] of known) {
    const root = groups.rootOf(key)
    parts.set(root, [...(parts.get(root) ?? []), thing])
  }
  const own = groups.rootOf(start)
  const entities = new Map<Key, Entity>()
  for (const [key, list] of [...parts].toSorted(([a], [b]) => compare(a, b))) {
    const entity = entityOfParts(key, list, at, key === own)
    if (entity !== undefined) entities.set(key, entity)
  }

  const [needs, neededBy] = [new Map<Key, Set<Key>>(), new Map<Key, Set<Key>>()]
  const [contains, within] = [new Map<Key, Set<Key>>(), new Map<Key, Set<Key>>()]
  const holds = (outer: Key, inner: Key) => {
    if (outer === inner) return
    add(contains, outer, inner)
    add(within, inner, outer)
  }
  for (const { from, to, link } of present)
    if (link === 'contains') holds(groups.rootOf(from), groups.rootOf(to))
  for (const [key, thing] of known) {
    const outer = thing.within.at(-1)
    if (outer !== undefined && known.has(outer)) holds(groups.rootOf(outer), groups.rootOf(key))
  }
  for (const { from, to, link } of present) {
    const [user, needed] = [groups.rootOf(from), groups.rootOf(to)]
    const isNeed = link === 'needs' || link === 'checks'
    if (!isNeed || user === needed) continue
    // Edges also say what is in a namespace, which is no need.
    const isWithin = within.get(user)?.has(needed) === true || known.get(from)?.within.includes(to) === true
    if (isWithin) continue
    add(needs, user, needed)
    add(neededBy, needed, user)
  }
  return {
    entities,
    entityOf: groups.rootOf,
    needs: sorted(needs),
    neededBy: sorted(neededBy),
    contains: sorted(contains),
    within: sorted(within),
  }
}
