import { subjectKinds } from '@binnacle/contract/kinds'
import { severities } from '@binnacle/contract/health'
import {
  booleanParameter,
  choiceParameter,
  defineFilters,
  filterParameter,
  optionalParameter,
  type ValuesOf,
} from '@binnacle/ui'
import { listParameters, pageParameters } from '../../../application/address/list.ts'

/** Columns that alerts can be sorted by. */
export const alertSortColumns = [
  'severity_rank',
  'since',
  'opened_at',
  'resource_name',
  'told_count',
] as const

/** Which alerts by their state: `current` are all that are not over. */
export const stateChoices = ['current', 'open', 'acknowledged', 'snoozed', 'over'] as const
export type StateChoice = (typeof stateChoices)[number]

/** URL parameters of the list of alerts. */
export const alertFilters = defineFilters({
  ...listParameters(alertSortColumns, 'desc'),
  ...pageParameters(),
  state: choiceParameter(stateChoices, 'current'),
  severity: filterParameter(severities),
  kind: filterParameter(subjectKinds),
  namespace: optionalParameter(),
  /** Id of a rule. */
  rule: optionalParameter(),
  /** Only those that the person is told of or that are assigned to them. */
  mine: booleanParameter(false),
})
export type AlertValues = ValuesOf<typeof alertFilters>

/** Clears the search and the filters. */
export const noAlertFilters = {
  query: '',
  severity: 'all',
  kind: 'all',
  namespace: undefined,
  rule: undefined,
  mine: false,
  pageIndex: 0,
} as const satisfies Partial<AlertValues>
