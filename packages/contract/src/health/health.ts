import type { Health } from '../core/health.ts'

/** The state of a check. `unknown` says nothing about the target: the check has not run yet or cannot run. */
export const checkStates = ['healthy', 'unhealthy', 'unknown'] as const satisfies readonly Health[]
export type CheckState = (typeof checkStates)[number]

/** The order of lists: the worst state first, as in `healths`. */
export const checkStateRank: Readonly<Record<CheckState, number>> = { unhealthy: 0, unknown: 1, healthy: 2 }

/** Health of a group of checks. */
export type GroupHealth = 'good' | 'mixed' | 'bad'

/**
 * The health of a group: good when every member is healthy, bad when every member is unhealthy, otherwise mixed.
 * Members whose state is unknown count as neither. Source: specification, document 2 section 4.
 */
export function groupHealth(counts: Readonly<Record<CheckState, number>>): GroupHealth {
  const total = counts.healthy + counts.unhealthy + counts.unknown
  if (counts.healthy === total) return 'good'
  if (counts.unhealthy === total) return 'bad'
  return 'mixed'
}
