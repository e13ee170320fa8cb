import type { ConnectionForm } from '@binnacle/contract/connections'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { revisionOf } from '../../../platform/revision.ts'
import {
  type ConnectionDependencies,
  lockConnection,
  readConnection,
  refuseTaken,
  requireConnection,
  requireEditable,
  sealed,
  snapshot,
} from './connection.ts'

const update = `
  update core.connections set
    name = $2, namespace = $3, type = $4, url = $5, username = $6, password = $7, certificate = $8, properties = $9,
    insecure_tls = $10, revision = $11, shown_url = $12
  where id = $1 and deleted_at is null`

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

/** Replaces a connection in the transaction of the caller. Masks in the form keep what is stored. */
export async function replaceConnection(
  client: ClientBase,
  dependencies: ConnectionDependencies,
  id: string,
  form: ConnectionForm,
  actor: Actor,
): Promise<void> {
  const stored = await lockConnection(client, id)
  requireEditable(stored)
  const values = readConnection(dependencies, form, stored)
  if (await isTaken(client, values, id)) refuseTaken(values)
  if (revisionOf(dependencies.secrets, values) === stored.revision) return
  await client.query(update, [id, ...sealed(dependencies.secrets, values)])
  await audit(client, actor, {
    action: 'update',
    resource: 'connections',
    id,
    name: values.name,
    before: snapshot(stored),
    after: snapshot(await requireConnection(client, id)),
  })
}
