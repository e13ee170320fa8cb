import { booleanParameter, defineFilters } from '@binnacle/ui'

/** The parameters of the profile settings, those of its form excepted. */
export const profileFilters = defineFilters({
  /** Whether an access token is being made. */
  newToken: booleanParameter(false),
})
