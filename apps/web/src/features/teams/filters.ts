import {
  booleanParameter,
  choiceParameter,
  defineFilters,
  integerParameter,
  textParameter,
} from '@binnacle/ui'

/** Columns that the server sorts teams by. */
export const teamSortColumns = ['name', 'source', 'created_at', 'updated_at'] as const

/** The parameters of the list of teams. */
export const teamFilters = defineFilters({
  query: textParameter(),
  sortBy: choiceParameter(teamSortColumns, 'name'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'asc'),
  pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
  pageSize: integerParameter({ fallback: 50, minimum: 1, maximum: 1_000 }),
  /** Whether a team is being added. */
  add: booleanParameter(false),
})

export const teamTabs = ['spec', 'manageTeam'] as const

/** The parameters of the page of one team. */
export const teamPageFilters = defineFilters({
  tab: choiceParameter(teamTabs, 'spec'),
})

/** The parameters of a team's members. */
export const memberFilters = defineFilters(
  {
    query: textParameter(),
    sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'asc'),
    pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
    pageSize: integerParameter({ fallback: 50, minimum: 1, maximum: 1_000 }),
    /** Whether people are being added. */
    add: booleanParameter(false),
  },
  'members.',
)
