import type { Connection } from '@binnacle/contract/connections'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { namesValue } from '@binnacle/contract/schema'
import { type ConnectionValues, openProperties, SECRET_MASK, shownUrl } from '@binnacle/plugin-kit/core'
import type { ColumnType } from 'kysely'
import type { KnownColumns, KnownTable } from '../../platform/database/columns.ts'
import type { Generated } from '../../platform/database/tables.ts'
import { type Connection as DatabaseConnection, tablesOn } from '../../platform/database/tables-on.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Columns of a connection that are sealed. */
export const sealedColumns = ['url', 'username', 'password', 'certificate'] as const

const columns = [
  'id',
  'name',
  'namespace',
  'type',
  'url',
  'username',
  'password',
  'certificate',
  'properties',
  'insecure_tls',
  'revision',
  'source',
  'created_by',
  'created_at',
  'updated_at',
] as const

/** Sealed values by their name. */
type SealedProperties = Readonly<Record<string, string>>

interface ConnectionTables {
  'core.connections': KnownTable<
    'core.connections',
    { properties: Generated<ColumnType<SealedProperties, string, string>> }
  >
}

export type ConnectionRow = KnownColumns<
  'core.connections',
  (typeof columns)[number],
  { properties: SealedProperties }
>

/** Selects connections, those that are out of use too. */
export const selectConnections = (database: DatabaseConnection) =>
  tablesOn<ConnectionTables>(database).selectFrom('core.connections').select(columns)

/** Decrypts a stored connection. @returns why it cannot be read */
export function openRow(
  secrets: Secrets,
  row: Omit<ConnectionRow, 'id' | 'revision' | 'source' | 'created_by' | 'created_at' | 'updated_at'>,
): Result<ConnectionValues, string> {
  const failures: string[] = []
  const open = (sealed: string) => {
    const opened = secrets.unseal(sealed)
    if (!opened.ok) failures.push(opened.failure)
    return opened.ok ? opened.value : ''
  }
  const texts = sealedColumns.flatMap((column) => {
    const sealed = row[column]
    return sealed === null ? [] : [[column, open(sealed)]]
  })
  const values: ConnectionValues = {
    name: row.name,
    namespace: row.namespace,
    type: row.type,
    insecureTls: row.insecure_tls,
    ...Object.fromEntries(texts),
    properties: Object.fromEntries(Object.entries(row.properties).map(([key, value]) => [key, open(value)])),
  }
  const [failure] = failures
  return failure === undefined
    ? succeed(values)
    : fail(`the connection ${row.namespace}/${row.name}: ${failure}`)
}

/** The name of a server by itself. A type whose URL is no secret says so. */
const PLAIN_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i

function shownAddress(connection: ConnectionValues, open: ReadonlySet<string>): string | undefined {
  const { url } = connection
  return url !== undefined && open.has('host') && PLAIN_HOST.test(url) ? url : shownUrl(connection)
}

/**
 * A connection as it is read: settings that hold no secret and references to secrets are shown, all else is masked.
 * @param open places that hold no secret in connections of this type; `host` where its URL is the name of a server
 */
export function showRow(secrets: Secrets, row: ConnectionRow, open: ReadonlySet<string>): Connection {
  const { revision: _, created_at, updated_at, properties, ...rest } = row
  const show = (sealed: string, isOpen: boolean) => {
    const opened = secrets.unseal(sealed)
    return opened.ok && (isOpen || namesValue(opened.value)) ? opened.value : SECRET_MASK
  }
  const columnsShown = sealedColumns.map((column) => {
    const sealed = row[column]
    return [column, sealed === null ? null : show(sealed, column === 'username' && open.has(column))]
  })
  const opened = openRow(secrets, row)
  const url = row.url !== null && opened.ok ? { url: shownAddress(opened.value, open) } : {}
  const shown = Object.entries(properties).map(([key, sealed]) => [
    key,
    show(sealed, openProperties.has(key) || open.has(`properties.${key}`)),
  ])
  return {
    ...rest,
    ...Object.fromEntries(columnsShown),
    ...url,
    properties: Object.fromEntries(shown),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
