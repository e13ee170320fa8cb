import { defineFilters, textParameter } from '@binnacle/ui'

/** The parameters of a new topology. */
export const newTopologyFilters = defineFilters({
  /** What it begins with; empty until somebody picks it. */
  type: textParameter(),
})
