import {
  booleanParameter,
  choiceParameter,
  defineFilters,
  filterParameter,
  integerParameter,
  optionalParameter,
  textParameter,
} from '@binnacle/ui'

/** Columns that the server sorts users by. */
export const userSortColumns = ['name', 'email', 'state', 'created_at'] as const
export type UserSortColumn = (typeof userSortColumns)[number]

/** Whether someone may sign in. */
export const userStates = ['active', 'inactive'] as const

/** The parameters of the list of users. */
export const userFilters = defineFilters({
  query: textParameter(),
  state: filterParameter(userStates),
  sortBy: choiceParameter(userSortColumns, 'name'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'asc'),
  pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
  pageSize: integerParameter({ fallback: 50, minimum: 1, maximum: 1_000 }),
  /** Whether somebody is being invited. */
  invite: booleanParameter(false),
  /** Id of the user that is open. */
  user: optionalParameter(),
})
