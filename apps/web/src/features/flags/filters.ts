import {
  booleanParameter,
  choiceParameter,
  defineFilters,
  optionalParameter,
  textParameter,
} from '@binnacle/ui'

/** Columns that flags are sorted by. */
export const flagSortColumns = ['name', 'value', 'source', 'created_at', 'updated_at'] as const
export type FlagSortColumn = (typeof flagSortColumns)[number]

/** The parameters of the list of feature flags. */
export const flagFilters = defineFilters({
  query: textParameter(),
  sortBy: choiceParameter(flagSortColumns, 'name'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'asc'),
  /** Whether a flag is being added. */
  add: booleanParameter(false),
  /** Name of the flag that is open. */
  flag: optionalParameter(),
})
