import type { Candidate } from './candidates.ts'
import type { Entity, EntityGraph } from './entities.ts'
import type { Key } from './facts.ts'
import { isWellSince, type PathNode, reachFrom } from './reach.ts'
import {
  effectReasons,
  frequencyReasons,
  kindReason,
  loadReasons,
  type Reason,
  sharedReasons,
  timeReason,
  userReasons,
  wayReasons,
} from './reasons.ts'

/** Most failing things whose causes are looked for, to see what explains what. */
const MAXIMUM_FAILING = 60
/** Gap in milliseconds up to which something is counted as explained. */
const EXPLAINED_GAP = 30 * 60_000
/** Milliseconds after a change in which what needs it has had the time to fail. */
const SETTLE = 2 * 60_000

/** A candidate as a cause of one entity. */
export interface Weighed {
  candidate: Candidate
  reached: PathNode
  reasons: readonly Reason[]
  score: number
}

/** Weighs candidates for entities, each pair once. */
export interface Weighing {
  /** What may be the cause of an entity, the most likely first. */
  causesOf: (entity: Entity) => readonly Weighed[]
}

const sum = (reasons: readonly Reason[]): number => reasons.reduce((total, { points }) => total + points, 0)

export function compareWeighed(one: Weighed, other: Weighed): number {
  return (
    other.score - one.score ||
    one.reached.steps - other.reached.steps ||
    other.candidate.time.latest - one.candidate.time.latest ||
    (one.candidate.id < other.candidate.id ? -1 : 1)
  )
}

/** Whether a way leads to a possible cause of this kind: who contains something is no cause, but its change may be. */
function isPossible({ kind, entity }: Candidate, { way, before }: PathNode, of: Entity): boolean {
  if (kind === 'change') return true
  // Nobody sees the asked thing itself: that is why its health is not known.
  if (kind === 'unseen' && way === 'self') return of.health === 'unknown' || of.health === null
  if (way === 'above' || way === 'caller' || way === 'self') return false
  // A thing in a circle of needs is no cause of itself.
  return entity.key !== of.key && before !== undefined
}

/**
 * Prepares the weighing of candidates.
 * @param start the entity that is asked about
 * @param candidates everything that may be a cause
 */
export function createWeighing(
  graph: EntityGraph,
  start: Entity,
  candidates: readonly Candidate[],
): Weighing {
  const near = reachFrom(graph, start, start.onset?.latest ?? 0)
  const costOf = (entity: Entity) => near.get(entity.key)?.cost ?? Number.POSITIVE_INFINITY
  const others = [...graph.entities.values()]
    .filter((entity) => entity.onset !== undefined && entity.key !== start.key)
    .toSorted((a, b) => costOf(a) - costOf(b) || (a.key < b.key ? -1 : 1))
  const failing = [start, ...others.slice(0, MAXIMUM_FAILING)]
  const reaches = new Map(
    failing.map((entity) => [
      entity.key,
      entity === start ? near : reachFrom(graph, entity, entity.onset?.latest ?? 0),
    ]),
  )
  // What contains something that fails only repeats it.
  const containsFailure = ({ key }: Entity) =>
    (graph.contains.get(key) ?? []).some((part) => graph.entities.get(part)?.onset !== undefined)
  const counted = failing.filter((entity) => entity === start || !containsFailure(entity))
  /** Failing entities that a candidate would explain by its way and its time. */
  const explained = (candidate: Candidate): Entity[] =>
    counted.filter((entity) => {
      if (entity.onset === undefined || candidate.transitions !== undefined) return false
      const reached = reaches.get(entity.key)?.get(candidate.entity.key)
      if (reached === undefined || reached.way === 'caller' || reached.healthy > 0) return false
      if (entity.key === candidate.entity.key)
        return candidate.kind === 'change' && candidate.time.latest <= entity.onset.latest
      const time = timeReason(candidate, entity)
      return time !== undefined && entity.onset.earliest - candidate.time.latest < EXPLAINED_GAP
    })
  const contextOf = (candidate: Candidate) => {
    const { entity, time } = candidate
    const failed = explained(candidate)
    const names = new Set(failed.map(({ key }) => key))
    const users = [
      ...new Set([...(graph.neededBy.get(entity.key) ?? []), ...(graph.contains.get(entity.key) ?? [])]),
    ]
    const failingUsers = users.filter((key) => names.has(key)).length
    const healthyUsers = users.filter((key) => {
      const user = graph.entities.get(key)
      return user !== undefined && isWellSince(user, Math.max(time.latest + SETTLE, start.onset?.latest ?? 0))
    }).length
    return { failed, failingUsers, healthyUsers }
  }
  const dependentsOf = (entity: Entity): number =>
    counted.filter(({ key }) => {
      const reached = reaches.get(key)?.get(entity.key)
      return reached !== undefined && reached.way !== 'caller' && reached.way !== 'above'
    }).length
  const dependents = new Map(failing.map((entity) => [entity.key, dependentsOf(entity)]))
  const contexts = new Map(candidates.map((candidate) => [candidate.id, contextOf(candidate)]))
  const byEntity = Map.groupBy(candidates, ({ entity }) => entity.key)
  const weighed = new Map<Key, readonly Weighed[]>()

  function weigh(candidate: Candidate, of: Entity, reached: PathNode): Weighed | undefined {
    if (!isPossible(candidate, reached, of)) return undefined
    const time =
      of.onset === undefined
        ? { aspect: 'time' as const, text: 'Nothing is known to fail', points: 0 }
        : timeReason(candidate, of)
    if (time === undefined) return undefined
    const context = contexts.get(candidate.id)
    if (context === undefined) return undefined
    const { failed, failingUsers, healthyUsers } = context
    const reasons = [
      kindReason(candidate, reached),
      time,
      ...loadReasons(reached),
      ...effectReasons(candidate, {
        way: reached.way,
        isWell: isWellSince(
          candidate.entity,
          Math.max(candidate.time.latest + SETTLE, of.onset?.latest ?? 0),
        ),
        hasFailed:
          candidate.entity.onset !== undefined && candidate.time.latest <= candidate.entity.onset.latest,
        hadFailed: candidate.entity.parts.some(({ ended }) =>
          ended.some(({ from }) => from >= candidate.time.latest),
        ),
        failing: failed.length,
        failingUsers,
      }),
      ...sharedReasons(failed.length, dependents.get(of.key) ?? 1),
      ...(reached.way === 'caller' ? [] : userReasons(candidate, failingUsers, healthyUsers)),
      ...frequencyReasons(candidate.change?.count ?? 1),
      ...wayReasons(reached),
    ]
    return { candidate, reached, reasons, score: sum(reasons) }
  }

  return {
    causesOf(entity) {
      const known = weighed.get(entity.key)
      if (known !== undefined) return known
      const reach = reaches.get(entity.key)
      const found = [...(reach ?? [])]
        .flatMap(([key, reached]) =>
          (byEntity.get(key) ?? []).flatMap((one) => weigh(one, entity, reached) ?? []),
        )
        .toSorted(compareWeighed)
      weighed.set(entity.key, found)
      return found
    },
  }
}
