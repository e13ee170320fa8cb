import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import { anyOf, tablesOn } from '../../../../platform/database/tables-on.ts'
import { findDroppedPartitions } from './partitions.ts'
import { placeItems } from './place.ts'
import { inPages } from '../rows.ts'
import { addFault, type StagingContext } from '../stage/staged.ts'
import { CONFIRMING_RUNS, isDropped, isHeld, sawAll } from './missing-items.ts'

/** Rows of one statement that come from here. */
const PAGE = 5_000

/** What a run does besides storing what it found. */
export interface RunMode {
  /** Of the run; undefined where a followed source tells. */
  runId: string | undefined
  began: Date
  now: Date
  /** Whether items that it does not find count as deleted. */
  detectsDeletions: boolean
}

/** Deletions of a type that wait for a person. */
export interface HeldDeletions {
  type: string
  count: number
  total: number
}

/** Discards documents that were compared with an older one than is stored now, because what is stored is newer. */
async function discardOutdatedDocuments(client: ClientBase): Promise<void> {
  await client.query(`
    with newer as (
      delete from staged_documents as document using core.config_item_bodies as bodies
      where bodies.config_id = document.id and bodies.hash is distinct from document.base_hash
      returning document.id
    )
    delete from staged_changes using newer where staged_changes.config_id = newer.id and staged_changes.of_document`)
}

/** Finds the new places of items with a new parent. */
async function placeAll(client: ClientBase, staged: StagingContext): Promise<void> {
  const { rows } = await client.query<{ id: string; parent_id: string | null }>(`
    select item.id, item.parent_id from staged_items as item
    left join core.config_items as stored on stored.id = item.id
    where stored.id is null or stored.parent_id is distinct from item.parent_id`)
  if (rows.length === 0) return
  const parents = new Map(rows.map(({ id, parent_id: parent }) => [id, parent ?? undefined]))
  const above = [...new Set([...parents.values()].filter((id) => id !== undefined && !parents.has(id)))]
  const stored = await tablesOn(client)
    .selectFrom('core.config_items')
    .select(['id', 'path'])
    .where('id', '=', anyOf(above))
    .execute()
  const { places, cycles } = placeItems(parents, new Map(stored.map(({ id, path }) => [id, path])))
  await inPages([...places], PAGE, (page) =>
    client.query(sql`
      update staged_items as item set parent_id = place.parent_id, path = place.path
      from unnest(
        ${page.map(([id]) => id)}::uuid[], ${page.map(([, { parentId }]) => parentId ?? null)}::uuid[],
        ${page.map(([, { path }]) => path)}::text[]
      ) as place (id, parent_id, path)
      where item.id = place.id`),
  )
  if (cycles.length === 0) return
  const named = await client.query<{ name: string; type: string }>(sql`
    select coalesce(item.name, stored.name) as name, item.type from staged_items as item
    left join core.config_items as stored on stored.id = item.id where item.id = any (${cycles})`)
  for (const { name, type } of named.rows)
    addFault(staged, {
      kind: 'item-fault',
      message: 'Its parents contain it or are too many, so it is stored without a parent',
      item: name,
      type,
    })
}

/** Decides how each item that the run found changes. */
async function decideItems(client: ClientBase, { began }: RunMode): Promise<void> {
  await client.query(sql`
    update staged_items as item
    set health_before = stored.health, does = case
      when stored.id is null then case when item.deleted_at is null then 'add' else 'skip' end
      when item.deleted_at is not null then case when stored.deleted_at is null then 'delete' else 'skip' end
      -- Its source has said since that it is gone.
      when stored.deleted_at is not null and (item.same or stored.deleted_at > ${began}) then 'skip'
      when stored.deleted_at is not null then 'restore'
      when item.same and stored.parent_id is not distinct from item.parent_id then 'keep'
      else 'update'
    end
    from staged_items as self left join core.config_items as stored on stored.id = self.id
    where self.id = item.id`)
}

/** Gathers what the source says is gone. */
async function decideToldDeletions(client: ClientBase, { now, detectsDeletions }: RunMode): Promise<void> {
  // A change that is known has deleted its item before. What a run lists is there, whatever its log says.
  await client.query(sql`
    insert into staged_gone (config_id, at, reason)
    select distinct on (told.config_id) told.config_id, least(coalesce(told.at, ${now}), ${now}), told.reason
    from (
      select id as config_id, deleted_at as at, coalesce(delete_reason, 'FROM_ATTRIBUTE') as reason
      from staged_items where does = 'delete'
      union all
      select config_id, at, reason from staged_deletions
      union all
      select change.config_id, change.at, 'FROM_EVENT' from staged_changes as change
      where change.deletes
        and not exists (
          select from core.config_change_keys as keys
          where keys.config_id = change.config_id and keys.external_change_id = change.external_id
        )
        and not (${detectsDeletions} and exists (
          select from staged_items as item where item.id = change.config_id and item.deleted_at is null
        ))
    ) as told
    join core.config_items as stored on stored.id = told.config_id and stored.deleted_at is null
    order by told.config_id, told.at nulls last`)
}

/**
 * SQL that chooses the items of a scraper that a run has not seen.
 * @param failed names of faults
 */
const unseenBy = (scraperId: string, began: Date, failed: readonly string[]): Sql => sql`
  items.scraper_id = ${scraperId} and items.deleted_at is null and not items.manual
  and not exists (select from staged_items as item where item.id = items.id)
  and not exists (select from staged_gone as gone where gone.config_id = items.id)
  and liveness.last_scraped_time < ${began}
  and not (items.name = any (${failed}) or items.external_id && ${failed})`

/**
 * Finds deleted items: those that are missing in a part of the source that the run saw completely, or that the spec no longer
 * covers. @returns deletions that wait for a person, because there are too many
 */
async function findDeletedItems(
  client: ClientBase,
  staged: StagingContext,
  mode: RunMode,
): Promise<HeldDeletions[]> {
  const dropped = await findDroppedPartitions(client, staged, mode)
  if (staged.complete.length === 0 || staged.moreFaults > 0) return []
  const { complete } = staged
  const failed = staged.faults.flatMap((fault) => (fault.kind === 'item-fault' ? [fault.item] : []))
  const { id } = staged.scraper
  const unseen = unseenBy(id, mode.began, failed)
  const found = await client.query<Columns<'core.config_items', 'type' | 'scope'>>(sql`
    select distinct items.type, items.scope from core.config_items as items
    join core.config_item_liveness as liveness on liveness.config_id = items.id where ${unseen}`)
  const seen = found.rows.flatMap(({ type, scope }) => {
    if (sawAll(complete, staged.hidden, type, scope)) return [{ type, scope, before: mode.began }]
    return dropped.since !== undefined && isDropped(dropped.partitions, complete, staged.hidden, type, scope)
      ? [{ type, scope, before: dropped.since }]
      : []
  })
  const seenParts = sql`unnest(
    ${seen.map(({ type }) => type)}::text[], ${seen.map(({ scope }) => scope)}::text[],
    ${seen.map(({ before }) => before)}::timestamptz[]
  ) as seen (type, scope, before)`
  if (seen.length > 0)
    await client.query(sql`
      update core.config_item_liveness as liveness
      set missing_runs = least(missing_runs + 1, 1000)
      from core.config_items as items
      join ${seenParts} on seen.type = items.type and seen.scope = items.scope
      where items.id = liveness.config_id and liveness.last_scraped_time < seen.before and ${unseen}`)
  const types = await client.query<
    Columns<'core.config_items', 'type'> & { count: number; total: number }
  >(sql`
    select items.type,
      count(*) filter (where ${unseen} and liveness.missing_runs >= ${CONFIRMING_RUNS})::int as count,
      count(*)::int as total
    from core.config_items as items
    join core.config_item_liveness as liveness on liveness.config_id = items.id
    where items.scraper_id = ${id} and items.deleted_at is null and not items.manual
    group by items.type`)
  const holds = types.rows.filter(({ count, total }) => isHeld(count, total))
  const free = types.rows.filter(({ count, total }) => count > 0 && !isHeld(count, total))
  const gone = sql`
    from core.config_items as items join core.config_item_liveness as liveness on liveness.config_id = items.id
    where ${unseen} and liveness.missing_runs >= ${CONFIRMING_RUNS}`
  await client.query(sql`
    insert into staged_gone (config_id, at, reason)
    select items.id, ${mode.now}, 'STALE' ${gone} and items.type = any (${free.map(({ type }) => type)})
      and exists (
        select from ${seenParts}
        where seen.type = items.type and seen.scope = items.scope and liveness.last_scraped_time < seen.before
      )`)
  await tablesOn(client)
    .deleteFrom('core.scrape_held_deletions')
    .where('scraper_id', '=', id)
    .where(fragment<boolean>`type <> all(${holds.map(({ type }) => type)})`)
    .execute()
  for (const { type, total } of holds)
    await client.query(sql`
      insert into core.scrape_held_deletions (scraper_id, type, run_id, config_ids, total, held_at)
      select ${id}, ${type}, ${mode.runId}, array_agg(items.id), ${total}, ${mode.now} ${gone} and items.type = ${type}
      on conflict (scraper_id, type) do update
      set run_id = excluded.run_id, config_ids = excluded.config_ids, total = excluded.total`)
  return holds
}

/** Decides all that publishing writes, from what is stored before. */
export async function decide(
  client: ClientBase,
  staged: StagingContext,
  mode: RunMode,
): Promise<HeldDeletions[]> {
  await discardOutdatedDocuments(client)
  await placeAll(client, staged)
  await decideItems(client, mode)
  await decideToldDeletions(client, mode)
  return mode.detectsDeletions ? findDeletedItems(client, staged, mode) : []
}
