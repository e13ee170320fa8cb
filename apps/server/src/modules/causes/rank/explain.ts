import type { Entity } from './entities.ts'
import type { Key } from './facts.ts'
import type { PathNode } from './reach.ts'
import { explainedAwayReason } from './reasons.ts'
import { compareWeighed, type Weighed, type Weighing } from './weigh.ts'

/** Points from which on a cause explains a failure, so that the failure is its consequence. */
const EXPLAINS = 1.2

/** Whether a cause explains a failure: by its points as people see them. */
export const explains = ({ score }: Pick<Weighed, 'score'>): boolean =>
  Math.round(score * 10) / 10 >= EXPLAINS

/** A cause that nothing else explains, with the failures that it explains on the way. */
export interface RootCause extends Weighed {
  /** Failing things that this cause explains, the nearest to it first. */
  consequences: readonly Weighed[]
}

/** Continues a way from one entity by the way from another one. */
function continueWay(head: PathNode, tail: PathNode): PathNode {
  if (tail.before === undefined) return head
  const before = continueWay(head, tail.before)
  return { ...tail, before, steps: before.steps + 1, cost: before.cost + (tail.cost - tail.before.cost) }
}

/**
 * Moves each failure that something else explains below its cause, so that only causes that nothing explains are ranked.
 * @param start the entity that is asked about
 */
export function foldConsequences(weighing: Weighing, start: Entity): RootCause[] {
  const explanations = new Map<Key, Weighed | undefined>()
  const explanationOf = (entity: Entity): Weighed | undefined => {
    if (!explanations.has(entity.key))
      explanations.set(
        entity.key,
        weighing
          .causesOf(entity)
          .find(
            (one) =>
              explains(one) && !(one.candidate.kind === 'failing' && one.candidate.entity.key === start.key),
          ),
      )
    return explanations.get(entity.key)
  }
  const roots = new Map<string, { weighed: Weighed; consequences: Map<string, Weighed> }>()
  const addRoot = (weighed: Weighed, consequences: readonly Weighed[]) => {
    const { id } = weighed.candidate
    const root = roots.get(id)
    const folded = root?.consequences ?? new Map<string, Weighed>()
    for (const one of consequences) folded.set(one.candidate.id, one)
    const best = root === undefined || compareWeighed(weighed, root.weighed) < 0 ? weighed : root.weighed
    roots.set(id, { weighed: best, consequences: folded })
  }
  const discounted = (one: Weighed): Weighed => {
    const { kind, entity } = one.candidate
    if (
      kind !== 'change' ||
      entity.onset === undefined ||
      entity.key === start.key ||
      one.reached.way === 'caller'
    )
      return one
    const better = explanationOf(entity)?.candidate
    if (better === undefined || better.entity.key === entity.key) return one
    const reason = explainedAwayReason(entity.thing.name, better.entity.thing.name)
    return { ...one, reasons: [...one.reasons, reason], score: one.score + reason.points }
  }
  const direct = weighing.causesOf(start).map(discounted)
  const byId = new Map(direct.map((one) => [one.candidate.id, one]))
  for (const one of direct) {
    const chain: Weighed[] = []
    let last = one
    const passed = new Set<Key>([start.key])
    while (last.candidate.kind === 'failing' && !passed.has(last.candidate.entity.key)) {
      passed.add(last.candidate.entity.key)
      const next = explanationOf(last.candidate.entity)
      if (next === undefined || (next.candidate.kind === 'failing' && passed.has(next.candidate.entity.key)))
        break
      chain.push(last)
      const reached = continueWay(last.reached, next.reached)
      // A chain is as strong as its weakest link.
      const score = Math.min(last.score, next.score)
      last = { ...next, reached, score }
    }
    const known = byId.get(last.candidate.id)
    addRoot(known !== undefined && compareWeighed(known, last) <= 0 ? known : last, chain)
  }
  return [...roots.values()]
    .map(({ weighed, consequences }) => ({
      ...weighed,
      consequences: [...consequences.values()].toSorted(
        (a, b) => b.reached.steps - a.reached.steps || compareWeighed(a, b),
      ),
    }))
    .toSorted(compareWeighed)
}
