import type { ClientBase } from 'pg'
import { audit, type Originator, type Snapshot } from '../../../platform/audit.ts'

/** The revision also changes with a secret, which the masked spec does not show. */
const find = `
  select id, name, namespace, labels, annotations, derived.masked(spec) as spec, revision, source
  from core.canaries where id = any($1) and deleted_at is null`

/** Snapshots of canaries for the audit log. */
export async function canarySnapshots(
  client: ClientBase,
  ids: readonly string[],
): Promise<Map<string, Snapshot>> {
  const { rows } = await client.query<Snapshot & { id: string }>(find, [ids])
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/**
 * Writes changes of canaries into the audit log.
 * @param before snapshots before the change; a missing one means that the canary is new
 */
export async function logCanaries(
  client: ClientBase,
  by: Originator,
  ids: readonly string[],
  before: ReadonlyMap<string, Snapshot>,
): Promise<void> {
  const now = await canarySnapshots(client, ids)
  for (const id of ids) {
    const [old, fresh] = [before.get(id), now.get(id)]
    const name = (fresh ?? old)?.['name']
    if (old === undefined && fresh === undefined) continue
    await audit(client, by, {
      action: old === undefined ? 'create' : fresh === undefined ? 'delete' : 'update',
      resource: 'canaries',
      id,
      name: typeof name === 'string' ? name : null,
      before: old,
      after: fresh,
    })
  }
}
