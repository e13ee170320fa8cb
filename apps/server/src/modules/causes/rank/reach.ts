import type { Entity, EntityGraph } from './entities.ts'
import { type Key } from './facts.ts'
import { costOf, moveAlong, type Step, steps, type Way } from './ways.ts'

/** Cost beyond which nothing is looked at. */
const MAXIMUM_COST = 12

/** How an entity is reached from another one. */
export interface PathNode {
  entity: Entity
  way: Way
  /** Steps of the way. */
  steps: number
  /** Things on the way that were seen to be well after the trouble began, which it would have had to pass. */
  healthy: number
  /** Steps, with more for doubtful ones and for healthy things on the way. */
  cost: number
  /** The step by which it was reached; undefined for the start. */
  step: Step | undefined
  before: PathNode | undefined
}

/** Whether somebody saw that an entity is well, at or after a time in milliseconds since the epoch. */
export const isWellSince = ({ isSeenHealthy, lastSeen }: Entity, time: number): boolean =>
  isSeenHealthy && (lastSeen === null || lastSeen >= time)

/**
 * The cheapest way to each entity that may be why one fails. Ends in cycles too: an entity is left once for each way of
 * reaching it.
 * @param since milliseconds since the epoch: what is seen to be well from then on makes a way longer
 */
export function reachFrom(graph: EntityGraph, start: Entity, since: number): ReadonlyMap<Key, PathNode> {
  const found = new Map<Key, PathNode>()
  const left = new Set<string>()
  const byCost: PathNode[][] = [
    [{ entity: start, way: 'self', steps: 0, healthy: 0, cost: 0, step: undefined, before: undefined }],
  ]
  for (let cost = 0; cost < byCost.length && cost <= MAXIMUM_COST; cost += 1)
    for (const here of byCost[cost] ?? []) {
      const { entity, way } = here
      const place = `${entity.key} ${way}`
      if (left.has(place)) continue
      left.add(place)
      if (!found.has(entity.key)) found.set(entity.key, here)
      const passed = way === 'needed' || way === 'part' ? isWellSince(entity, since) : false
      for (const step of steps) {
        const next = moveAlong(way, step, entity.onset !== undefined)
        if (next === undefined) continue
        for (const key of graph[step].get(entity.key) ?? []) {
          const to = graph.entities.get(key)
          if (to === undefined || key === start.key) continue
          const reached: PathNode = {
            entity: to,
            way: next,
            steps: here.steps + 1,
            healthy: here.healthy + (passed ? 1 : 0),
            cost: cost + costOf(step) + (passed ? 1 : 0),
            step,
            before: here,
          }
          const list = (byCost[reached.cost] ??= [])
          list.push(reached)
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
