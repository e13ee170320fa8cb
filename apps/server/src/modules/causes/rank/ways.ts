/**
 * How a thing was reached, which limits where causes are looked for next: a group and a namespace hold much that has nothing
 * to do with what they were reached from.
 */
export type Way = 'self' | 'part' | 'needed' | 'above' | 'caller'

/** A relation in the direction in which it is followed. */
export type Step = 'contains' | 'needs' | 'within' | 'neededBy'

/** Steps in the order in which they are looked at. */
export const steps: readonly Step[] = ['needs', 'contains', 'within', 'neededBy']

const moves: Readonly<Record<Way, Readonly<Partial<Record<Step, Way>>>>> = {
  self: { contains: 'part', needs: 'needed', within: 'above', neededBy: 'caller' },
  part: { contains: 'part', needs: 'needed' },
  needed: { contains: 'part', needs: 'needed', within: 'above', neededBy: 'caller' },
  above: { needs: 'needed', within: 'above' },
  caller: {},
}

/**
 * Where a step leads from a thing that was reached in some way; undefined where causes are not looked for there.
 * @param isFailing whether the thing fails: only what is overloaded leads to those who load it
 */
export function moveAlong(way: Way, step: Step, isFailing: boolean): Way | undefined {
  const next = moves[way][step]
  return next === 'caller' && !isFailing ? undefined : next
}

/** What a step counts for: trouble comes to those who need, and only load comes from them. */
export const costOf = (step: Step): number => (step === 'neededBy' ? 2 : 1)
