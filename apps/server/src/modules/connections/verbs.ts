import type { Connection, ConnectionForm } from '@binnacle/contract/connections'
import { isEditableSource, UI_SOURCE } from '@binnacle/contract/core'
import { type ConnectionValues, SECRET_MASK, shownUrl } from '@binnacle/plugin-kit/core'
import type { ClientBase, Pool } from 'pg'
import { audit, type Snapshot } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { revisionOf } from '../../platform/revision.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { readForm } from './form.ts'
import { columns, type ConnectionRow, openRow, sealedColumns, showRow } from './stored.ts'
import { type ConnectionTypes, openPlacesOf } from './types.ts'

export interface ConnectionParts {
  pool: Pool
  secrets: Secrets
  clock: Clock
  types: ConnectionTypes
}

/** What the maker of a connection says besides its content. */
interface NewConnection {
  id?: string | undefined
  /** null where the API makes it for a client that names none */
  source: typeof UI_SOURCE | null
}

const insert = `
  insert into core.connections
    (id, name, namespace, type, url, username, password, certificate, properties, insecure_tls, revision, shown_url,
     source, created_by)
  values (coalesce($1::uuid, core.new_id()), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  on conflict do nothing
  returning id`

const update = `
  update core.connections set
    name = $2, namespace = $3, type = $4, url = $5, username = $6, password = $7, certificate = $8, properties = $9,
    insecure_tls = $10, revision = $11, shown_url = $12
  where id = $1 and deleted_at is null`

async function findRow(client: ClientBase | Pool, id: string, lock = false): Promise<ConnectionRow> {
  const { rows } = await client.query<ConnectionRow>(
    `select ${columns} from core.connections where id = $1 and deleted_at is null ${lock ? 'for update' : ''}`,
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no connection with this id')
  return row
}

function requireEditable({ source }: ConnectionRow): void {
  if (isEditableSource(source)) return
  throw new RequestError('ECONFLICT', `This connection comes from ${source} and is changed there`)
}

/** As the audit log shows it: the revision changes with every secret too, which masks do not show. */
function snapshot(row: ConnectionRow): Snapshot {
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

function refuseTaken({ namespace, name }: ConnectionValues): never {
  throw new RequestError('ECONFLICT', `There is a connection named ${namespace}/${name} already`, [
    { path: 'name', message: 'is taken in this namespace' },
  ])
}

async function isTaken(
  client: ClientBase,
  { name, namespace }: ConnectionValues,
  except: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from core.connections where name = $1 and namespace = $2 and deleted_at is null and id <> $3`,
    [name, namespace, except],
  )
  return rowCount !== 0
}

/** The verbs on connections: the one path of writes. Who may use them is decided at the routes. */
export function createConnectionVerbs({ pool, secrets, clock, types }: ConnectionParts) {
  const shown = (row: ConnectionRow) => showRow(secrets, row, openPlacesOf(types, row.type))

  function meant(form: ConnectionForm, stored: ConnectionRow | undefined): ConnectionValues {
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

  function sealed(values: ConnectionValues): unknown[] {
    const seal = (text: string | undefined) => (text === undefined ? null : secrets.seal(text))
    return [
      values.name,
      values.namespace,
      values.type,
      ...sealedColumns.map((column) => seal(values[column])),
      Object.fromEntries(Object.entries(values.properties).map(([key, value]) => [key, secrets.seal(value)])),
      values.insecureTls,
      revisionOf(secrets, values),
      shownUrl(values) ?? null,
    ]
  }

  async function createIn(
    client: ClientBase,
    values: ConnectionValues,
    actor: Actor,
    { id: wantedId, source }: NewConnection,
  ): Promise<string> {
    const { rows } = await client.query<{ id: string }>(insert, [
      wantedId ?? null,
      ...sealed(values),
      source,
      actor.personId,
    ])
    const id = rows[0]?.id ?? refuseTaken(values)
    await audit(client, actor, {
      action: 'create',
      resource: 'connections',
      id,
      name: values.name,
      after: snapshot(await findRow(client, id)),
    })
    return id
  }

  async function replaceIn(
    client: ClientBase,
    id: string,
    form: ConnectionForm,
    actor: Actor,
  ): Promise<void> {
    const stored = await findRow(client, id, true)
    requireEditable(stored)
    const values = meant(form, stored)
    if (await isTaken(client, values, id)) refuseTaken(values)
    if (revisionOf(secrets, values) === stored.revision) return
    await client.query(update, [id, ...sealed(values)])
    await audit(client, actor, {
      action: 'update',
      resource: 'connections',
      id,
      name: values.name,
      before: snapshot(stored),
      after: snapshot(await findRow(client, id)),
    })
  }

  async function removeIn(client: ClientBase, id: string, actor: Actor): Promise<void> {
    const stored = await findRow(client, id, true)
    requireEditable(stored)
    await client.query('update core.connections set deleted_at = $2 where id = $1', [id, clock.now()])
    await audit(client, actor, {
      action: 'delete',
      resource: 'connections',
      id,
      name: stored.name,
      before: snapshot(stored),
    })
  }

  const get = async (id: string): Promise<Connection> => shown(await findRow(pool, id))

  return {
    get,

    async list(): Promise<Connection[]> {
      const { rows } = await pool.query<ConnectionRow>(
        `select ${columns} from core.connections where deleted_at is null order by namespace, name, id limit 1000`,
      )
      return rows.map(shown)
    },

    async create(form: ConnectionForm, actor: Actor): Promise<Connection> {
      const values = meant(form, undefined)
      return get(
        await inTransaction(pool, (client) => createIn(client, values, actor, { source: UI_SOURCE })),
      )
    },

    async replace(id: string, form: ConnectionForm, actor: Actor): Promise<Connection> {
      await inTransaction(pool, (client) => replaceIn(client, id, form, actor))
      return get(id)
    },

    remove: (id: string, actor: Actor): Promise<void> =>
      inTransaction(pool, (client) => removeIn(client, id, actor)),

    /** A stored connection with its secrets in the clear, for a test of it. */
    async open(id: string): Promise<ConnectionValues> {
      const opened = openRow(secrets, await findRow(pool, id))
      if (opened.ok) return opened.value
      throw new RequestError('EINVALID', opened.failure)
    },

    /** What a form means, without storing it. @param id of the stored connection whose values masks stand for */
    draft: async (form: ConnectionForm, id?: string): Promise<ConnectionValues> =>
      meant(form, id === undefined ? undefined : await findRow(pool, id)),

    /** The same in the transaction of a caller. */
    within: (client: ClientBase) => ({
      /** To be changed: others wait until the caller's transaction is over. */
      toChange: async (id: string) => shown(await findRow(client, id, true)),
      create: async (form: ConnectionForm, actor: Actor, made: NewConnection) =>
        createIn(client, meant(form, undefined), actor, made),
      replace: (id: string, form: ConnectionForm, actor: Actor) => replaceIn(client, id, form, actor),
      remove: (id: string, actor: Actor) => removeIn(client, id, actor),
    }),
  }
}

export type ConnectionVerbs = ReturnType<typeof createConnectionVerbs>
