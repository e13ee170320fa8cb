import { booleanParameter, defineFilters, optionalParameter, textParameter } from '@binnacle/ui'
import { listParameters, pageParameters } from '../../application/address/list.ts'

/** Columns that the server sorts connections by. */
export const connectionSortColumns = ['name', 'namespace', 'type', 'created_at', 'updated_at'] as const
export type ConnectionSortColumn = (typeof connectionSortColumns)[number]

/** The parameters of the list of connections. */
export const connectionFilters = defineFilters({
  ...listParameters(connectionSortColumns),
  ...pageParameters(),
  /** Type of the connections that are listed; empty for all. */
  type: textParameter(),
  /** Whether a connection is being added. */
  add: booleanParameter(false),
  /** Type of the connection that is being added, once it is chosen. */
  kind: textParameter(),
  /** Id of the connection that is open. */
  id: optionalParameter(),
})
