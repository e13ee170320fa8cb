import { newId } from '../../../platform/ids.ts'
import type { Stretch } from './rotation.ts'
import type { OverrideStretch } from './shifts.ts'

/** A swap between two people. */
export interface SwapOf {
  /** Who gives a stretch away. */
  from: string
  /** Who takes it. */
  to: string
  give: Stretch
  /** What the first one takes in return. */
  take: Stretch | null
}

/** The overrides that carry out a swap. */
export function swapped({ from, to, give, take }: SwapOf): OverrideStretch[] {
  const given = { id: newId(), personId: to, from: give.from, to: give.to }
  return take === null ? [given] : [given, { id: newId(), personId: from, from: take.from, to: take.to }]
}
