/** Health of a catalog item or a component, the worst first: the order of lists. `unknown`: nothing says how it is. */
export const healths = ['unhealthy', 'warning', 'unknown', 'healthy'] as const
export type Health = (typeof healths)[number]

/** The place of a health in lists: lower is worse. */
export const healthRank = (health: Health): number => healths.indexOf(health)

/**
 * The order in which several healths become one: the first that occurs counts. Unknown comes last, because it says nothing
 * against what others say.
 */
export const healthsByWeight = [
  'unhealthy',
  'warning',
  'healthy',
  'unknown',
] as const satisfies readonly Health[]

/** The order of filters. Source: CAT-016. */
export const healthsOfFilters = [
  'unhealthy',
  'healthy',
  'unknown',
  'warning',
] as const satisfies readonly Health[]

/** The order of bars: green, red, orange, gray. Source: CAT-017. */
export const healthsOfBars = [
  'healthy',
  'unhealthy',
  'warning',
  'unknown',
] as const satisfies readonly Health[]

/** Parses a health. Other texts are unknown. */
export function healthOf(text: string | null | undefined): Health {
  return healths.find((health) => health === text) ?? 'unknown'
}

/** The health that several have together; unknown if none is known. */
export function worstHealth(all: Iterable<Health>): Health {
  const found = new Set(all)
  return healthsByWeight.find((health) => found.has(health)) ?? 'unknown'
}
