import { type CheckGroup, labelOfChoice, NO_GROUP } from '@binnacle/contract/health'
import type { DashboardValues } from './filters.ts'

/** The name of a group; one of checks without a value says what they lack. */
export function groupTitle({ name }: Pick<CheckGroup, 'name'>, groupBy: DashboardValues['groupBy']): string {
  if (name !== null) return name === '' ? '(empty)' : name
  if (groupBy === 'reason') return 'No reason given'
  return `No ${labelOfChoice(groupBy) ?? groupBy}`
}

/** The name of the group with a key, as far as the key says it; that of a canary is its id. */
export function titleOfKey(key: string, groupBy: DashboardValues['groupBy']): string {
  const optional = groupBy === 'description' || groupBy === 'reason' || labelOfChoice(groupBy) !== undefined
  return groupTitle({ name: !optional ? key : key === NO_GROUP ? null : key.slice(1) }, groupBy)
}
