import type { Result } from '@binnacle/contract/core'
import type { ConnectionReference, ConnectionValues } from '@binnacle/plugin-kit/core'
import { definePort } from '../../platform/port.ts'

/** Finds connections by what names them. */
export interface Connections {
  /**
   * @param namespace that counts where the reference has none
   * @returns the connection, the same object until it changes; or why it cannot be read
   */
  find(reference: ConnectionReference, namespace: string): Promise<Result<ConnectionValues, string>>
}

/** Offered by this module. */
export const connectionsInUse = definePort<Connections>('connections')
