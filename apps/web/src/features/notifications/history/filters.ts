import { type SubjectKind, subjectKindLabels } from '@binnacle/contract/kinds'
import { historySortColumns, sendStatuses, sendStatusLabels } from '@binnacle/contract/notifications'
import {
  choiceParameter,
  defineFilters,
  optionalParameter,
  textParameter,
  timeRangeParameters,
  triStateParameter,
  type ValuesOf,
} from '@binnacle/ui'
import { pageParameters } from '../../../application/address/list.ts'

/** URL parameters of the send history. */
export const historyFilters = defineFilters({
  query: textParameter(),
  sortBy: choiceParameter(historySortColumns, 'created_at'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['desc', 'asc'], 'desc'),
  ...pageParameters(),
  ...timeRangeParameters,
  status: triStateParameter(),
  resourceType: triStateParameter(),
  /** Id of a rule. */
  rule: optionalParameter(),
  /** Id of a resource. */
  resource: optionalParameter(),
  /** Kind and id of a recipient: `person:ID`, `team:ID` or `connection:ID`. */
  recipient: optionalParameter(),
  /** Id of the open row. */
  id: optionalParameter(),
})
export type HistoryValues = ValuesOf<typeof historyFilters>

/** Clears every filter except the time range. */
export const noFilters = {
  query: '',
  status: new Map(),
  resourceType: new Map(),
  rule: undefined,
  resource: undefined,
  recipient: undefined,
  pageIndex: 0,
} as const satisfies Partial<HistoryValues>

/** Options of the status filter. */
export const statusOptions = sendStatuses.map((value) => ({ value, label: sendStatusLabels[value] }))

/** Kinds of resources that messages are about. */
const kinds: readonly SubjectKind[] = ['canary', 'check', 'component', 'config']

/** Options of the filter of resource types. Source: NOT-003. */
export const kindOptions = kinds.map((value) => ({ value, label: subjectKindLabels[value] }))

/** Kinds of recipients that the history is filtered by. */
const recipientKinds = ['person', 'team', 'connection'] as const

/** Reads the value of the recipient filter. @returns undefined if it is not valid */
export function readRecipient(
  text: string | undefined,
): { column: `${(typeof recipientKinds)[number]}_id`; id: string } | undefined {
  const [written, id] = text?.split(':') ?? []
  const kind = recipientKinds.find((candidate) => candidate === written)
  return kind === undefined || id === undefined || id === '' ? undefined : { column: `${kind}_id`, id }
}
