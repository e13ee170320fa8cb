import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { anyOf, tablesOn } from '../../../../platform/database/tables-on.ts'
import type { RunMode } from './decide.ts'
import type { StagingContext } from '../stage/staged.ts'

/** How long the items of a type are kept. */
export interface TypeAges {
  type: string
  /** Milliseconds since they were created. */
  created: number | undefined
  /** Milliseconds since their document changed last. */
  updated: number | undefined
}

/** Milliseconds after which it is written again that a source still shows an item that was purged. */
const SHOWN_EVERY = 86_400_000

// A live item is left to the job that deletes it with an event. What else is too old would be deleted as soon as it is stored.
const takeOld = (ages: readonly TypeAges[], before: (age: number | undefined) => Date | null): Sql => sql`
  with rules as (
    select type, created_before, updated_before
    from unnest(
      ${ages.map(({ type }) => type)}::text[], ${ages.map(({ created }) => before(created))}::timestamptz[],
      ${ages.map(({ updated }) => before(updated))}::timestamptz[]
    ) as rule (type, created_before, updated_before)
  )
  delete from staged_items as item where id in (
    select item.id from staged_items as item
    join rules on rules.type = item.type
    left join core.config_items as stored on stored.id = item.id
    left join core.config_item_bodies as bodies on bodies.config_id = item.id
    left join core.config_item_expired as expired on expired.config_id = item.id
    left join staged_documents as document on document.id = item.id
    where item.deleted_at is null and (stored.id is null or stored.deleted_at is not null) and (
      coalesce(item.created_at, stored.created_at, expired.created_at) < rules.created_before
      or coalesce(stored.updated_at, expired.updated_at) < rules.updated_before
        and (document.id is null or document.hash is not distinct from coalesce(bodies.hash, expired.config_hash))
    )
  ) returning id, type`

const forgetTaken = (ids: readonly string[]): readonly Sql[] => [
  sql`delete from staged_documents where id = any (${ids})`,
  sql`delete from staged_names where id = any (${ids})`,
  sql`delete from staged_edges where item_id = any (${ids})`,
  sql`delete from staged_changes where config_id = any (${ids}) and of_document`,
]

/**
 * Forgets the items of a run that are not in the catalog and that the ages of their type would delete at once.
 * @returns how many, by type
 */
export async function skipExpiredItems(
  client: ClientBase,
  { scraper: { ages = [] } }: Pick<StagingContext, 'scraper'>,
  { now }: Pick<RunMode, 'now'>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  if (ages.length === 0) return counts
  const before = (age: number | undefined) => (age === undefined ? null : new Date(now.getTime() - age))
  const { rows } = await client.query<{ id: string; type: string }>(takeOld(ages, before))
  if (rows.length === 0) return counts
  const ids = rows.map(({ id }) => id)
  for (const statement of forgetTaken(ids)) await client.query(statement)
  await tablesOn(client)
    .updateTable('core.config_item_expired')
    .set({ shown_at: now })
    .where('config_id', '=', anyOf(ids))
    .where('shown_at', '<', new Date(now.getTime() - SHOWN_EVERY))
    .execute()
  for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}

const forgetStored = `
  delete from core.config_item_expired where config_id in (select id from staged_items where does = 'add')`

/** Forgets that items were purged which a run stores again. */
export async function forgetExpired(client: ClientBase): Promise<void> {
  await client.query(forgetStored)
}
