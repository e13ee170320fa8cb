import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'

const keepVersions = (now: Date, changes: ReadonlyMap<string, string>): Sql => sql`
  insert into core.config_versions (config_id, version, since, until, whole, body, change_id)
  select item.id, bodies.version, bodies.changed_at, greatest(bodies.changed_at, ${now}), document.version_whole,
    document.version_body, change.id
  from staged_documents as document
  join staged_items as item on item.id = document.id and item.does in ('update', 'restore', 'delete')
  join core.config_item_bodies as bodies on bodies.config_id = item.id
  left join unnest(${[...changes.keys()]}::uuid[], ${[...changes.values()]}::uuid[]) as change (config_id, id)
    on change.config_id = item.id
  where document.version_body is not null`

const writeBodies = (now: Date): Sql => sql`
  insert into core.config_item_bodies as bodies (config_id, config, hash, changed_at)
  select document.id, coalesce(document.config, 'null'), document.hash, ${now}
  from staged_documents as document
  join staged_items as item on item.id = document.id and item.does in ('add', 'update', 'restore', 'delete')
  on conflict (config_id) do update
  set config = excluded.config, hash = excluded.hash, version = bodies.version + 1, indexed = false,
    changed_at = greatest(bodies.changed_at, excluded.changed_at)`

/**
 * Writes the documents of items, and keeps those that they replace.
 * @param changes ids of the changes that replaced them, by item
 */
export async function writeDocuments(
  client: ClientBase,
  now: Date,
  { added, updated }: { added: number; updated: number },
  changes: ReadonlyMap<string, string>,
): Promise<void> {
  if (updated > 0) await client.query(keepVersions(now, changes))
  if (added + updated > 0) await client.query(writeBodies(now))
}
