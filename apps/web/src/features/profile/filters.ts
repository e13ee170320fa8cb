import { booleanParameter, defineFilters } from '@binnacle/ui'

/** URL parameters of the profile settings, without those of its forms. */
export const profileFilters = defineFilters({
  /** Whether the dialog that creates an access token is open. */
  newToken: booleanParameter(false),
})
