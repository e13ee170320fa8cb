import { defineFilters, textParameter } from '@binnacle/ui'

/** The parameters of a new log backend. */
export const newBackendFilters = defineFilters({
  /** The type it begins with; `custom` for a whole spec as code. */
  type: textParameter(),
})
