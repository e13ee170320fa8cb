import type { ConnectionTest, Result } from '@binnacle/contract'
import type { ConnectionReference, ConnectionValues } from '@binnacle/plugin-kit'
import { definePort } from '../../platform/port.ts'

/**
 * Opens a connection once.
 * @returns what the server said, why it could not be opened, or undefined for a type that nothing can open
 */
export type TestConnection = (
  connection: ConnectionValues,
  signal: AbortSignal,
) => Promise<Result<ConnectionTest, string> | undefined>

/** Offered by the module that knows the protocols. */
export const connectionTest = definePort<TestConnection>('the test of connections')

/** Finds connections by what names them. */
export interface Connections {
  /**
   * @param namespace that counts where the reference has none
   * @returns the connection, the same object as long as it does not change; or why there is none
   */
  find(reference: ConnectionReference, namespace: string): Promise<Result<ConnectionValues, string>>
}

/** Offered by this module. */
export const connectionsInUse = definePort<Connections>('connections')
