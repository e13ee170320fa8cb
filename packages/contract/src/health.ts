/** What a check says about its target. `unknown` means that nothing could be said: not run yet, not runnable, misconfigured. */
export const checkStates = ['healthy', 'unhealthy', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

/** Order in which states are shown: what is broken comes first. */
export const checkStateRank: Readonly<Record<CheckState, number>> = { unhealthy: 0, unknown: 1, healthy: 2 }

/** Health of several checks seen as one. */
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
