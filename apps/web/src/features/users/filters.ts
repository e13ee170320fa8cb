import { booleanParameter, defineFilters, filterParameter, optionalParameter } from '@binnacle/ui'
import { listParameters, pageParameters } from '../../application/list.ts'

/** Columns that the server sorts users by. */
export const userSortColumns = ['name', 'email', 'state', 'created_at'] as const
export type UserSortColumn = (typeof userSortColumns)[number]

/** Whether someone may sign in. */
export const userStates = ['active', 'inactive'] as const

/** The parameters of the list of users. */
export const userFilters = defineFilters({
  ...listParameters(userSortColumns),
  ...pageParameters(),
  state: filterParameter(userStates),
  /** Whether somebody is being invited. */
  invite: booleanParameter(false),
  /** Whether the open invitations are shown. */
  invitations: booleanParameter(false),
  /** Whether the roles that require a second factor are being chosen. */
  secondFactor: booleanParameter(false),
  /** Id of the user whose sessions are shown. */
  sessions: optionalParameter(),
  /** Id of the user that is open. */
  user: optionalParameter(),
})
