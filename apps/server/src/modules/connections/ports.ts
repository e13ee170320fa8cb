import type { ConnectionForm } from '@binnacle/contract/connections'
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

/** What forms of connections mean. */
export interface ConnectionDrafts {
  /**
   * Reads a form without storing it.
   * @param id of the stored connection whose values masks stand for
   */
  read(form: ConnectionForm, id: string | undefined): Promise<ConnectionValues>
}

/** Offered by this module. */
export const connectionDrafts = definePort<ConnectionDrafts>('connection drafts')

/** Offered by this module. */
export const connectionsInUse = definePort<Connections>('connections')
