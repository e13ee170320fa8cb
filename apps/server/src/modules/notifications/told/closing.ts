// How long an alert stays open whose resource is well again. Pure; times are milliseconds since 1970.
import type { Rule } from '../pipeline/rules.ts'

/**
 * How long a resource has to be well before its alert is over: as the rule says that waits least of those that look at it,
 * so that a rule that wants to hear of each end does.
 */
export const closingDelayOf = (rules: readonly Pick<Rule, 'closingMilliseconds'>[]): number =>
  rules.length === 0 ? 0 : Math.min(...rules.map(({ closingMilliseconds }) => closingMilliseconds))

/** Until when an alert stays open; undefined if its resource is wrong. @param changes times at which its resource changed */
export function closesAt(
  { isWrong, changes }: { isWrong: boolean; changes: readonly number[] },
  delay: number,
): number | undefined {
  const well = changes.at(-1)
  return isWrong || well === undefined ? undefined : well + delay
}
