import {
  type AnalysisType,
  analysisTypes,
  insightSortColumns,
  type InsightSortColumn,
  insightStatuses,
} from '@binnacle/contract/catalog'
import { MEDIUM_AND_LOW, severities, severityOptions } from '@binnacle/contract/health'
import {
  ALL,
  choiceParameter,
  defineFilters,
  filterParameter,
  optionalParameter,
  type ValuesOf,
} from '@binnacle/ui'
import { pageParameters, searchText } from '../../../application/address/list.ts'

const severityValues = [...severities, MEDIUM_AND_LOW] as const
export type SeverityValue = (typeof severityValues)[number]

/** The severities that the list offers, with the one that only the link of a summary asks for. */
export function offeredSeverities(chosen: SeverityValue | typeof ALL): readonly SeverityValue[] {
  const isOffered = chosen === ALL || severityOptions.some((option) => option === chosen)
  return isOffered ? severityOptions : [...severityOptions, chosen]
}

/** The parameters of lists of insights. Source: INS-002 to INS-004. */
export const insightFilters = defineFilters({
  query: searchText,
  component: optionalParameter(),
  configType: optionalParameter(),
  type: filterParameter(analysisTypes),
  severity: filterParameter(severityValues),
  status: filterParameter(insightStatuses),
  analyzer: optionalParameter(),
  sortBy: choiceParameter<InsightSortColumn>(insightSortColumns, 'first_observed'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['desc', 'asc'], 'desc'),
  ...pageParameters(),
  /** Whether insights of archived items are shown. Undefined leaves the choice to what this browser stores. */
  archived: optionalParameter(),
  /** Id of the open insight. */
  insight: optionalParameter(),
})
export type InsightValues = ValuesOf<typeof insightFilters>

/** Values that filter nothing. */
export const noInsightFilters = {
  query: '',
  component: undefined,
  configType: undefined,
  type: 'all',
  severity: 'all',
  status: 'all',
  analyzer: undefined,
  pageIndex: 0,
} as const satisfies Partial<InsightValues>

/** The words of a value with underscores. */
export function wordsOf(value: string): string {
  const text = value.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The words of the types. */
export const typeLabels: Readonly<Record<AnalysisType, string>> = {
  cost: 'Cost',
  availability: 'Availability',
  performance: 'Performance',
  security: 'Security',
  integration: 'Integration',
  compliance: 'Compliance',
  technical_debt: 'Technical debt',
  reliability: 'Reliability',
  recommendation: 'Recommendation',
  other: 'Other',
}

/** The words of the states. */
export const statusLabels: Readonly<Record<(typeof insightStatuses)[number], string>> = {
  open: 'Open',
  silenced: 'Silenced',
  resolved: 'Resolved',
}
