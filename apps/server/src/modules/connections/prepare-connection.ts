import { type Result, succeed } from '@binnacle/contract/core'
import {
  connectionSecrets,
  type ConnectionValues,
  renderConnection,
  resolveConnection,
} from '@binnacle/plugin-kit/core'
import type { References } from '../../platform/references/index.ts'

/** A connection that requests can be made with. */
export interface PreparedConnection {
  connection: ConnectionValues
  /** Secrets to redact. */
  secrets: readonly string[]
}

/**
 * Looks up the references of a connection and fills the placeholders of its address.
 * @returns which field or placeholder has no value
 */
export async function prepareConnection(
  stored: ConnectionValues,
  references: Pick<References, 'read'>,
): Promise<Result<PreparedConnection, string>> {
  const resolved = await resolveConnection(stored, (reference) =>
    references.read(reference, stored.namespace),
  )
  if (!resolved.ok) return resolved
  const rendered = renderConnection(resolved.value.connection)
  if (!rendered.ok) return rendered
  return succeed({
    connection: rendered.value,
    secrets: [
      ...connectionSecrets(rendered.value),
      ...connectionSecrets(resolved.value.connection),
      ...resolved.value.secrets,
    ],
  })
}
