import { booleanParameter, choiceParameter, defineFilters } from '@binnacle/ui'
import { listParameters, pageParameters, searchParameters } from '../../application/list.ts'

/** Columns that the server sorts teams by. */
export const teamSortColumns = ['name', 'source', 'created_at', 'updated_at'] as const

/** The parameters of the list of teams. */
export const teamFilters = defineFilters({
  ...listParameters(teamSortColumns),
  ...pageParameters(),
  /** Whether a team is being added. */
  add: booleanParameter(false),
})

const teamTabs = ['spec', 'manageTeam'] as const

/** The parameters of the page of one team. */
export const teamPageFilters = defineFilters({
  tab: choiceParameter(teamTabs, 'spec'),
})

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
