import type { CauseSubjectKind } from '@binnacle/contract/causes'
import { clustersOf } from './clusters.ts'
import { type Graph, graphOf, pathTo, type PathNode, reachFrom } from './distances.ts'
import { type Change, type Facts, isFailing, keyOf, type Key, onsetOf, type Thing } from './facts.ts'
import { createExplainer } from './explain.ts'
import {
  type Aftermath,
  aftermathReason,
  changeReason,
  consequenceReason,
  distanceReason,
  failingReason,
  frequencyReason,
  healthyBetween,
  lateReason,
  type Reason,
  timeReason,
  unknownTime,
  unseenReason,
} from './reasons.ts'

/** Milliseconds by which a cause may be noticed later than what it caused: the usual schedules of checks and scrapers. */
export const LATEST_NOTICE = 10 * 60_000
/** Most steps to something that nobody sees: it hides causes only nearby. */
const UNSEEN_STEPS = 1

/** A named thing. */
export interface CauseSubject {
  kind: CauseSubjectKind
  id: string
  name: string
}

/** A likely cause. */
export interface RankedCause {
  kind: 'failing' | 'change' | 'unseen'
  thing: Thing
  /** Milliseconds since the epoch. */
  at: number | null
  message: string | null
  change: Change | undefined
  steps: number
  path: CauseSubject[]
  reasons: Reason[]
  score: number
  others: CauseSubject[]
}

const named = ({ kind, id, name }: Thing): CauseSubject => ({ kind, id, name })

function causeOf(
  reached: PathNode,
  kind: RankedCause['kind'],
  reasons: readonly Reason[],
  more: Partial<Pick<RankedCause, 'at' | 'message' | 'change' | 'others'>>,
): RankedCause {
  const all = [...reasons, distanceReason(reached), ...healthyBetween(reached)]
  return {
    kind,
    thing: reached.thing,
    at: null,
    message: null,
    change: undefined,
    others: [],
    ...more,
    steps: reached.steps,
    path: pathTo(reached).map(({ thing }) => named(thing)),
    reasons: all,
    score: all.reduce((sum, { points }) => sum + points, 0),
  }
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function compareCauses(one: RankedCause, other: RankedCause): number {
  return (
    other.score - one.score ||
    one.steps - other.steps ||
    (other.at ?? 0) - (one.at ?? 0) ||
    compareText(one.kind, other.kind) ||
    compareText(keyOf(one.thing.kind, one.thing.id), keyOf(other.thing.kind, other.thing.id)) ||
    compareText(one.change?.type ?? '', other.change?.type ?? '')
  )
}

/** Merges what is the same trouble: the best stands for the others. @param placeOf names the trouble of a cause */
function merge(causes: readonly RankedCause[], placeOf: (cause: RankedCause) => string): RankedCause[] {
  const merged = new Map<string, RankedCause>()
  for (const cause of causes.toSorted(compareCauses)) {
    const place = placeOf(cause)
    const best = merged.get(place)
    if (best === undefined) merged.set(place, { ...cause, others: [...cause.others] })
    else {
      best.others.push(named(cause.thing), ...cause.others)
      best.message ??= cause.message
    }
  }
  return [...merged.values()]
}

/** What the search for all causes of one thing shares. */
interface RankingContext {
  graph: Graph
  start: Thing
  onset: number
  clusterOf: (key: Key) => Key
}

/** Where the same trouble is merged with others: the check of a database with the database, a pod with the next pod. */
function failingCauses(
  reached: readonly PathNode[],
  facts: Facts,
  { graph, start, onset, clusterOf }: RankingContext,
): RankedCause[] {
  const own = clusterOf(facts.start)
  const explain = createExplainer(graph, facts, clusterOf)
  const places = new Map<RankedCause, { cluster: Key; siblings: string }>()
  const found: RankedCause[] = []
  for (const one of reached) {
    const { thing, key, link, before } = one
    if (!isFailing(thing) || clusterOf(key) === own) continue
    if (thing.since !== null && thing.since > Math.min(facts.at, onset + LATEST_NOTICE)) continue
    const time =
      thing.since === null
        ? unknownTime
        : thing.since > onset
          ? lateReason(thing.since, onset, start)
          : timeReason('It failed', thing.since, onset, start)
    // What contains something fails because of it.
    const why =
      link === 'within' && before !== undefined && isFailing(before.thing)
        ? `${before.thing.name} is part of it`
        : explain(link === 'checked' && before !== undefined ? before.key : key)
    const cause = causeOf(
      one,
      'failing',
      [failingReason(thing), time, ...(why === undefined ? [] : [consequenceReason(why)])],
      { at: thing.since, message: thing.message },
    )
    const isCheckOf = link === 'checked' && before !== undefined && isFailing(before.thing)
    const subject = isCheckOf && clusterOf(before.key) !== own ? before.key : key
    places.set(cause, {
      cluster: clusterOf(subject),
      siblings: [before?.key, link, thing.kind, thing.type].join(' '),
    })
    found.push(cause)
  }
  // A check of a thing stands for it only where nothing else says how that is.
  const byThing = merge(found, (cause) => places.get(cause)?.cluster ?? '')
  const placesOfMerged = new Map(
    byThing.map((cause) => {
      const first = found.find(({ thing }) => thing === cause.thing)
      return [cause, (first && places.get(first)?.siblings) ?? '']
    }),
  )
  return merge(byThing, (cause) => placesOfMerged.get(cause) ?? '')
}

/** The changes of one kind of a thing, of which the last before the trouble counts. */
function changeCauses(
  byKey: ReadonlyMap<Key, PathNode>,
  facts: Facts,
  { graph, start, onset, clusterOf }: RankingContext,
): RankedCause[] {
  const groups = new Map<string, { reached: PathNode; changes: Change[] }>()
  for (const change of facts.changes) {
    const reached = byKey.get(change.thing)
    // What happened after the trouble began is no cause of it.
    if (reached === undefined || change.at > onset || change.at < facts.from) continue
    const group = groups.get(`${change.thing} ${change.type}`) ?? { reached, changes: [] }
    group.changes.push(change)
    groups.set(`${change.thing} ${change.type}`, group)
  }
  const clusters = new Map<Key, Key[]>()
  for (const { key, link } of byKey.values()) {
    if (link === 'checked') continue
    const cluster = clusterOf(key)
    clusters.set(cluster, [...(clusters.get(cluster) ?? []), key])
  }
  const aftermathOf = (key: Key, at: number): Aftermath | undefined => {
    const keys = clusters.get(clusterOf(key)) ?? []
    const failing = keys.flatMap((one) => graph.things.get(one) ?? []).filter(isFailing)
    if (failing.some(({ since }) => since !== null && since >= at)) return 'failed'
    if (failing.length > 0) return 'failing before'
    return keys.some((one) => graph.isWell(one)) ? 'healthy' : undefined
  }
  return [...groups.values()].flatMap(({ reached, changes }) => {
    const [last] = changes.toSorted((a, b) => b.at - a.at || compareText(a.id ?? '', b.id ?? ''))
    if (last === undefined) return []
    const own = aftermathOf(reached.key, last.at)
    // Settings and secrets have no health of their own: that of what needs them tells what a change did.
    const needing = reached.link === 'needs' || reached.link === 'uses' ? reached.before : undefined
    const shown =
      own === undefined && needing !== undefined
        ? { aftermath: aftermathOf(needing.key, last.at), name: needing.thing.name }
        : { aftermath: own, name: reached.thing.name }
    const count = changes.reduce((sum, change) => sum + change.count, 0)
    return causeOf(
      reached,
      'change',
      [
        changeReason(last),
        timeReason('It changed', last.at, onset, start),
        ...frequencyReason(count),
        ...aftermathReason(shown.aftermath, shown.name),
      ],
      { at: last.at, message: last.summary, change: { ...last, count } },
    )
  })
}

function unseenCauses(reached: readonly PathNode[], start: Thing): RankedCause[] {
  const found = reached.flatMap((one) =>
    one.thing.unseen === undefined || one.steps > UNSEEN_STEPS
      ? []
      : [
          causeOf(one, 'unseen', [unseenReason(start)], {
            at: one.thing.unseen.since,
            message: one.thing.unseen.message,
          }),
        ],
  )
  return merge(found, ({ message }) => message ?? '')
}

/**
 * Ranks what may have caused the trouble of a thing: changes before it and failing things near it in the graph, the most
 * likely first. Points are doublings of odds, and each reason says how many it gives. The answer depends on nothing but the
 * facts, and not on their order.
 */
export function rankCauses(facts: Facts): RankedCause[] {
  const graph = graphOf(facts)
  const reached = reachFrom(graph, facts.start)
  const start = reached.get(facts.start)?.thing
  if (start === undefined) return []
  const around = { graph, start, onset: onsetOf(start, facts.at), clusterOf: clustersOf(facts) }
  const all = [...reached.values()]
  return [
    ...failingCauses(all, facts, around),
    ...changeCauses(reached, facts, around),
    ...unseenCauses(all, start),
  ].toSorted(compareCauses)
}
