import { silenceKinds, silenceStates } from '@binnacle/contract/notifications'
import { choiceParameter, defineFilters, optionalParameter } from '@binnacle/ui'
import { listParameters, pageParameters } from '../../application/address/list.ts'
import { silenceSortColumns } from './queries.ts'

/** The parameters of the list of silences. */
export const silenceFilters = defineFilters({
  ...listParameters(silenceSortColumns),
  ...pageParameters(),
  state: choiceParameter(silenceStates, 'active'),
  /** Id of the silence that is open. */
  id: optionalParameter(),
})

/** The parameters of the form of a new silence, as messages link to it. */
export const addSilenceFilters = defineFilters({
  config_id: optionalParameter(),
  component_id: optionalParameter(),
  check_id: optionalParameter(),
  canary_id: optionalParameter(),
  kind: choiceParameter(silenceKinds, 'silence'),
})
