import { type Facts, isFailing, type Key, type Link } from './facts.ts'
import { type Graph, reachFrom } from './distances.ts'
import { changeReason } from './reasons.ts'

/** Steps within which something explains why a thing fails: from a pod to what its workload needs. */
const STEPS = 3
/** Milliseconds within which a change explains what failed after it. */
const CHANGE_AGE = 60 * 60_000
/** Milliseconds by which the cause of a failure may be noticed later than the failure. */
const NOTICE = 5 * 60_000

/** What lies behind other links may fail because of the thing, and does not explain it. */
const explaining: ReadonlySet<Link> = new Set(['needs', 'contains'])

/**
 * Makes what says why a failing thing is probably only a consequence: something that it consists of or needs fails too, or
 * something near it changed just before. What contains it fails because of it, and explains nothing.
 * @returns a part of a sentence; undefined where nothing explains it
 */
export function createExplainer(
  graph: Graph,
  facts: Facts,
  clusterOf: (key: Key) => Key,
): (key: Key) => string | undefined {
  const changes = facts.changes.filter((change) => changeReason(change).points >= 1)
  const certain: Graph = {
    ...graph,
    edges: new Map(
      [...graph.edges].map(([key, edges]) => [key, edges.filter(({ link }) => link !== 'uses')]),
    ),
  }
  const own = clusterOf(facts.start)
  return (key) => {
    const thing = graph.things.get(key)
    if (thing === undefined) return undefined
    const since = thing.since ?? facts.at
    const nearby = reachFrom(certain, key, { most: STEPS, countsHealthy: false })
    for (const { key: other, thing: near, link } of nearby.values()) {
      const cluster = clusterOf(other)
      if (link === undefined || !explaining.has(link) || cluster === clusterOf(key) || cluster === own)
        continue
      if (isFailing(near) && (near.since ?? facts.from) <= since + NOTICE) return `${near.name} fails too`
    }
    const change = changes
      .filter(({ thing: changed, at }) => nearby.has(changed) && at <= since && at > since - CHANGE_AGE)
      .toSorted((a, b) => b.at - a.at || (a.thing < b.thing ? -1 : 1))[0]
    if (change === undefined) return undefined
    return `${graph.things.get(change.thing)?.name ?? ''} changed shortly before`
  }
}
