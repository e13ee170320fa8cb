import type { LikelyCauses } from '@binnacle/contract/causes'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { findCauses } from '../find.ts'
import { type Fault, faultKinds, type Truth } from './faults.ts'
import { chanceOf } from './random.ts'
import { makeWorld, type World, type WorldNode, type WorldSize } from './world.ts'
import type { WrittenWorld } from './write-world.ts'

/** A broken world that was written. */
export interface BrokenWorld {
  world: World
  fault: Fault
  written: WrittenWorld
}

/**
 * Makes a world from a seed and breaks it.
 * @returns undefined where this world has nothing that can break in this way
 */
export function breakWorld(
  seed: number,
  kind: string,
  size: WorldSize,
  now: number,
): Omit<BrokenWorld, 'written'> | undefined {
  const world = makeWorld(chanceOf(seed), size, now)
  const fault = faultKinds[kind]?.(world)
  return fault === undefined ? undefined : { world, fault: { kind, ...fault } }
}

/** What somebody can ask about a node: its check that failed last, its item or its component. */
export function questionsAbout(
  node: WorldNode,
  written: WrittenWorld,
  now: number,
): { kind: 'check' | 'config' | 'component'; id: string }[] {
  const check = written.checksOf(node).find(({ check: { failsSince, flaps, interval, phase, endsAt } }) => {
    const last = now - ((now - phase) % interval)
    return (
      failsSince === undefined &&
      flaps !== true &&
      endsAt === undefined &&
      node.outages.some(({ from, to }) => to === undefined && from <= last)
    )
  })
  const [item, component] = [written.itemOf(node), written.componentOf(node)]
  return [
    ...(check === undefined ? [] : [{ kind: 'check' as const, id: check.id }]),
    ...(item === undefined ? [] : [{ kind: 'config' as const, id: item }]),
    ...(component === undefined ? [] : [{ kind: 'component' as const, id: component }]),
  ]
}

const everything = () => sql`true`

/** Asks for the causes with all rights. */
export function askCauses(
  pool: Pool,
  question: { kind: 'check' | 'config' | 'component'; id: string },
  now: number,
  at?: Date,
) {
  return findCauses(pool, {
    ...question,
    at,
    hours: 24,
    now: new Date(now),
    rights: { check: everything, config: everything, component: everything },
  })
}

/** Whether a cause of an answer is what the truth names. */
function names({ cause, node, type }: Truth, answer: LikelyCauses['causes'][number]): boolean {
  const subject = answer.subject.name
  if (node === undefined || cause !== answer.kind) return false
  if (cause === 'change') return subject === node.name && answer.change?.type === type
  return (
    subject === node.name ||
    answer.others.some(({ name }) => name === node.name) ||
    node.checks.some(({ name }) => name === subject)
  )
}

/**
 * Place of the truth in an answer, the first is 1.
 * @returns 0 where it is not there; for a truth that nobody can know, 1 where the answer says so, else 0
 */
export function placeOf(truth: Truth, answer: LikelyCauses): number {
  if (truth.cause === 'unknown') return answer.isKnown ? 0 : 1
  return answer.causes.findIndex((cause) => names(truth, cause)) + 1
}

/** Whether an answer says first that a change which breaks nothing is the cause. */
export const blamesInnocent = ({ isKnown, causes: [first] }: LikelyCauses): boolean =>
  isKnown && first?.kind === 'change' && first.message === 'innocent'
