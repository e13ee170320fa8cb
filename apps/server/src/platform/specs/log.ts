import type { ClientBase } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { audit, type Originator, type Snapshot } from '../audit.ts'

/** The table of a kind of resource that has a spec. */
export interface SpecTable {
  /** Such as `core.canaries`. */
  name: string
  /** Name of the resource in the data service and in the audit log. */
  resource: string
  /** Columns that the audit log shows besides the spec, its revision and the source. */
  logged: readonly string[]
}

/** Snapshots of resources for the audit log, by their ids. */
export async function specSnapshots(
  client: ClientBase,
  { name, logged }: SpecTable,
  ids: readonly string[],
): Promise<Map<string, Snapshot>> {
  if (ids.length === 0) return new Map()
  // The revision also changes with a secret, which the masked spec does not show.
  const { rows } = await client.query<Snapshot & { id: string }>(sql`
    select id, ${raw(logged.join(', '))}, derived.masked(spec) as spec, revision, source
    from ${raw(name)} where id = any(${ids}) and deleted_at is null`)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/**
 * Writes changes of resources into the audit log.
 * @param before snapshots before the change; a missing one means that the resource is new
 */
export async function logSpecs(
  client: ClientBase,
  table: SpecTable,
  by: Originator,
  ids: readonly string[],
  before: ReadonlyMap<string, Snapshot>,
): Promise<void> {
  const now = await specSnapshots(client, table, ids)
  for (const id of ids) {
    const [old, fresh] = [before.get(id), now.get(id)]
    const name = (fresh ?? old)?.['name']
    if (old === undefined && fresh === undefined) continue
    await audit(client, by, {
      action: old === undefined ? 'create' : fresh === undefined ? 'delete' : 'update',
      resource: table.resource,
      id,
      name: typeof name === 'string' ? name : null,
      before: old,
      after: fresh,
    })
  }
}

/** Changes stored resources, and writes what changed into the audit log. */
export async function logged<Value>(
  client: ClientBase,
  table: SpecTable,
  by: Originator,
  ids: readonly string[],
  change: () => Promise<Value>,
): Promise<Value> {
  const before = await specSnapshots(client, table, ids)
  const value = await change()
  await logSpecs(client, table, by, ids, before)
  return value
}
