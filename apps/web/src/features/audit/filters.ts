import { defineFilters, optionalParameter, timeRangeParameters } from '@binnacle/ui'
import { listParameters, pageParameters } from '../../application/address/list.ts'
import { eventSortColumns } from './event-list.ts'

/** The parameters of the audit log. */
export const auditFilters = defineFilters({
  ...listParameters(eventSortColumns, 'desc'),
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
