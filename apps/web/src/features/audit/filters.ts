import {
  choiceParameter,
  defineFilters,
  optionalParameter,
  textParameter,
  timeRangeParameters,
} from '@binnacle/ui'
import { pageParameters } from '../../application/address/list.ts'

/** Columns that events are sorted by: the others have no index in this order. */
export const eventSortColumns = ['created_at'] as const

/** The parameters of the audit log. */
export const auditFilters = defineFilters({
  query: textParameter(),
  sortBy: choiceParameter(eventSortColumns, 'created_at'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'desc'),
  ...pageParameters(),
  ...timeRangeParameters,
  /** Id of the person who did it, or whom it concerns. */
  person: optionalParameter(),
  action: optionalParameter(),
  resource: optionalParameter(),
  /** Network address of the client. */
  address: optionalParameter(),
  /** Id of the event that is open. */
  event: optionalParameter(),
})
