import { healthsOfBars } from '@binnacle/contract/core'
import { healthAppearance } from '@binnacle/ui'

/** The states that have items, in the order of the bar. */
export function orderOfHealth(health: Readonly<Record<string, number>>): readonly string[] {
  const place = (state: string): number => healthsOfBars.indexOf(healthAppearance(state).tone)
  return Object.keys(health)
    .filter((state) => (health[state] ?? 0) > 0)
    .toSorted((left, right) => place(left) - place(right) || left.localeCompare(right, 'en'))
}

/** The sum of counts by name, such as those of several groups. */
export function sumCounts(
  all: readonly Readonly<Record<string, number>>[],
): Readonly<Record<string, number>> {
  const sum: Record<string, number> = {}
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
