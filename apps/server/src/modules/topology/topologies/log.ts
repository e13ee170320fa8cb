import type { ClientBase } from 'pg'
import { audit, type Originator, type Snapshot } from '../../../platform/audit.ts'

/** The revision also changes with a secret, which the masked spec does not show. */
const find = `
  select name, namespace, labels, derived.masked(spec) as spec, revision, source
  from core.topologies where id = $1 and deleted_at is null`

/** Snapshot of a topology for the audit log. */
export async function topologySnapshot(
  client: ClientBase,
  id: string | undefined,
): Promise<Snapshot | undefined> {
  if (id === undefined) return undefined
  const { rows } = await client.query<Snapshot>(find, [id])
  return rows[0]
}

/**
 * Writes a change of a topology into the audit log.
 * @param before snapshot before the change; undefined for a new one
 */
export async function logTopology(
  client: ClientBase,
  by: Originator,
  id: string,
  before: Snapshot | undefined,
): Promise<void> {
  const after = await topologySnapshot(client, id)
  if (before === undefined && after === undefined) return
  const name = (after ?? before)?.['name']
  await audit(client, by, {
    action: before === undefined ? 'create' : after === undefined ? 'delete' : 'update',
    resource: 'topologies',
    id,
    name: typeof name === 'string' ? name : null,
    before,
    after,
  })
}
