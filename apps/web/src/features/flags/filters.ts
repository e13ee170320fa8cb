import { booleanParameter, defineFilters, optionalParameter } from '@binnacle/ui'
import { listParameters } from '../../application/list.ts'

/** Columns that flags are sorted by. */
export const flagSortColumns = ['name', 'value', 'source', 'created_at', 'updated_at'] as const
export type FlagSortColumn = (typeof flagSortColumns)[number]

/** The parameters of the list of feature flags. */
export const flagFilters = defineFilters({
  ...listParameters(flagSortColumns),
  /** Whether a flag is being added. */
  add: booleanParameter(false),
  /** Name of the flag that is open. */
  flag: optionalParameter(),
})
