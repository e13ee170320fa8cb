import { type CheckGroup, labelOfChoice } from '@binnacle/contract'
import type { DashboardValues } from './dashboard-filters.ts'

/** The name of a group; one of checks without a value says what they lack. */
export function groupTitle({ name }: Pick<CheckGroup, 'name'>, groupBy: DashboardValues['groupBy']): string {
  if (name !== null) return name === '' ? '(empty)' : name
  return `No ${labelOfChoice(groupBy) ?? groupBy}`
}
