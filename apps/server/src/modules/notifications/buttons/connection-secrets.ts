import { resolveConnection } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { References } from '../../../platform/references/index.ts'
import type { Connections } from '../../connections/index.ts'

/** Connections of one service whose secrets are compared with those of a request. */
const MOST_CONNECTIONS = 50

/** Milliseconds for which they are good: anybody may press a button, and each press would have all connections read. */
const FRESH = 1_000

export interface ConnectionSecretDependencies {
  pool: Pool
  connections: Pick<Connections, 'find'>
  references: Pick<References, 'read'>
}

/**
 * The values of a property of all connections of a type, references looked up. One that cannot be read is left out,
 * because it must not keep the buttons of the others from working.
 */
async function secretsOfConnections(
  { pool, connections, references }: ConnectionSecretDependencies,
  type: string,
  property: string,
): Promise<string[]> {
  const rows = await tablesOn(pool)
    .selectFrom('core.connections')
    .select('id')
    .where('type', '=', type)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(MOST_CONNECTIONS)
    .execute()
  const found = await Promise.all(
    rows.map(async ({ id }) => {
      const stored = await connections.find({ id }, 'default')
      if (!stored.ok || (stored.value.properties[property] ?? '') === '') return []
      const resolved = await resolveConnection(stored.value, (reference) =>
        references.read(reference, stored.value.namespace),
      )
      return resolved.ok ? [resolved.value.connection.properties[property] ?? ''] : []
    }),
  )
  return [...new Set(found.flat())].filter((secret) => secret !== '')
}

/** Makes what reads secrets of connections, at most once a second for each type. */
export function createConnectionSecrets(dependencies: ConnectionSecretDependencies, now: () => Date) {
  const known = new Map<string, { until: number; secrets: Promise<string[]> }>()
  return (type: string, property: string): Promise<string[]> => {
    const key = `${type} ${property}`
    const time = now().getTime()
    const before = known.get(key)
    if (before !== undefined && time < before.until) return before.secrets
    const secrets = secretsOfConnections(dependencies, type, property)
    known.set(key, { until: time + FRESH, secrets })
    secrets.catch(() => known.delete(key))
    return secrets
  }
}
