import type { ConnectionTest, Result } from '@binnacle/contract'
import type { ConnectionValues } from '@binnacle/plugin-kit'

/**
 * Opens a connection once.
 * @returns what the server said, why it could not be opened, or undefined for a type that nothing can open
 */
export type TestConnection = (
  connection: ConnectionValues,
  signal: AbortSignal,
) => Promise<Result<ConnectionTest, string> | undefined>
