// What the verbs on connections share.
import type { ConnectionForm } from '@binnacle/contract/connections'
import { isEditableSource } from '@binnacle/contract/core'
import { type ConnectionValues, SECRET_MASK, shownUrl } from '@binnacle/plugin-kit/core'
import type { ClientBase, Pool } from 'pg'
import type { Snapshot } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'
import { revisionOf } from '../../../platform/revision.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { readForm } from '../form.ts'
import { type ConnectionRow, openRow, sealedColumns, selectConnections } from '../stored.ts'
import type { ConnectionTypes } from '../types.ts'

/** What connections are read and written with. */
export interface ConnectionDependencies {
  secrets: Secrets
  types: ConnectionTypes
}

const inUse = (client: ClientBase | Pool, id: string) =>
  selectConnections(client).where('id', '=', id).where('deleted_at', 'is', null)

const missing = () => new RequestError('ENOTFOUND', 'There is no connection with this id')

/** Reads a connection. @throws RequestError without one */
export const requireConnection = (client: ClientBase | Pool, id: string): Promise<ConnectionRow> =>
  inUse(client, id).executeTakeFirstOrThrow(missing)

/** Reads a connection and keeps others from changing it until the transaction ends. @throws RequestError without one */
export const lockConnection = (client: ClientBase, id: string): Promise<ConnectionRow> =>
  inUse(client, id).forUpdate().executeTakeFirstOrThrow(missing)

/** @throws RequestError where a connection is written elsewhere */
export function requireEditable({ source }: ConnectionRow): void {
  if (isEditableSource(source)) return
  throw new RequestError('ECONFLICT', `This connection comes from ${source} and is changed there`)
}

/** As the audit log shows it: the revision changes with every secret too, which masks do not show. */
export function snapshot(row: ConnectionRow): Snapshot {
  const { name, namespace, type, insecure_tls, source, revision } = row
  const masked = Object.fromEntries(
    sealedColumns.map((column) => [column, row[column] === null ? null : SECRET_MASK]),
  )
  return {
    name,
    namespace,
    type,
    insecure_tls,
    source,
    revision,
    ...masked,
    properties: Object.fromEntries(Object.keys(row.properties).map((key) => [key, SECRET_MASK])),
  }
}

/** @throws RequestError because another connection has the name */
export function refuseTaken({ namespace, name }: ConnectionValues): never {
  throw new RequestError('ECONFLICT', `There is a connection named ${namespace}/${name} already`, [
    { path: 'name', message: 'is taken in this namespace' },
  ])
}

/**
 * Reads a form.
 * @param stored the connection whose values its masks stand for
 * @throws RequestError that names what is wrong
 */
export function readConnection(
  { secrets, types }: ConnectionDependencies,
  form: ConnectionForm,
  stored?: ConnectionRow,
): ConnectionValues {
  const opened = stored === undefined ? undefined : openRow(secrets, stored)
  // What was sealed with another key is gone: masks have nothing behind them then.
  const values = readForm(form, opened?.ok === true ? opened.value : undefined, types)
  if (values.ok) return values.value
  const [first] = values.failure
  throw new RequestError(
    'EINVALID',
    `${first?.path ?? 'connection'}: ${first?.message ?? 'is not valid'}`,
    values.failure,
  )
}

/** The values of the columns that a form writes, with all that may be a secret sealed. */
export function sealed(secrets: Secrets, values: ConnectionValues) {
  const { name, namespace, type, url, username, password, certificate, properties, insecureTls } = values
  const seal = (text: string | undefined) => (text === undefined ? null : secrets.seal(text))
  return {
    name,
    namespace,
    type,
    url: seal(url),
    username: seal(username),
    password: seal(password),
    certificate: seal(certificate),
    properties: JSON.stringify(
      Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, secrets.seal(value)])),
    ),
    insecure_tls: insecureTls,
    revision: revisionOf(secrets, values),
    shown_url: shownUrl(values) ?? null,
  }
}
