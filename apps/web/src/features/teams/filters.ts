import { booleanParameter, defineFilters } from '@binnacle/ui'
import { pageParameters, searchParameters } from '../../application/address/list.ts'

/** The parameters of a team's members. */
export const memberFilters = defineFilters(
  {
    ...searchParameters(),
    ...pageParameters(),
    /** Whether people are being added. */
    add: booleanParameter(false),
  },
  'members.',
)

/** The parameters of a team's components. */
export const componentFilters = defineFilters({ ...searchParameters(), ...pageParameters() }, 'components.')
