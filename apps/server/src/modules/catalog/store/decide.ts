import type { ClientBase } from 'pg'
import { findDroppedPartitions } from './partitions.ts'
import { placeItems } from './place.ts'
import { inPages } from './rows.ts'
import { addFault, type StagingContext } from './staged.ts'
import { CONFIRMING_RUNS, isDropped, isHeld, sawWhole } from './sweep.ts'

/** Rows of one statement that come from here. */
const PAGE = 5_000

/** What a run does besides storing what it found. */
export interface RunMode {
  /** Of the run; undefined where a followed source tells. */
  runId: string | undefined
  began: Date
  now: Date
  /** Whether it may find that something is gone. */
  sweeps: boolean
}

/** Deletions of a type that wait for a person. */
export interface HeldDeletions {
  type: string
  count: number
  total: number
}

/** Forgets documents that somebody else stored again since they were compared: theirs are newer. */
async function yieldToNewer(client: ClientBase): Promise<void> {
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
  const stored = await client.query<{ id: string; path: string }>(
    'select id, path from core.config_items where id = any ($1)',
    [above],
  )
  const { places, cycles } = placeItems(parents, new Map(stored.rows.map(({ id, path }) => [id, path])))
  await inPages([...places], PAGE, (page) =>
    client.query(
      `update staged_items as item set parent_id = place.parent_id, path = place.path
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as place (id, parent_id, path) where item.id = place.id`,
      [
        page.map(([id]) => id),
        page.map(([, { parentId }]) => parentId ?? null),
        page.map(([, { path }]) => path),
      ],
    ),
  )
  if (cycles.length === 0) return
  const named = await client.query<{ name: string; type: string }>(
    `select coalesce(item.name, stored.name) as name, item.type from staged_items as item
     left join core.config_items as stored on stored.id = item.id where item.id = any ($1)`,
    [cycles],
  )
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
  await client.query(
    `update staged_items as item
     set health_before = stored.health, does = case
       when stored.id is null then case when item.deleted_at is null then 'add' else 'skip' end
       when item.deleted_at is not null then case when stored.deleted_at is null then 'delete' else 'skip' end
       -- Its source has said since that it is gone.
       when stored.deleted_at is not null and (item.same or stored.deleted_at > $1) then 'skip'
       when stored.deleted_at is not null then 'restore'
       when item.same and stored.parent_id is not distinct from item.parent_id then 'keep'
       else 'update'
     end
     from staged_items as self left join core.config_items as stored on stored.id = self.id
     where self.id = item.id`,
    [began],
  )
}

/** Gathers what the source says is gone. */
async function decideToldDeletions(client: ClientBase, { now, sweeps }: RunMode): Promise<void> {
  // A change that is known has deleted its item before. What a run lists is there, whatever its log says.
  await client.query(
    `insert into staged_gone (config_id, at, reason)
     select distinct on (told.config_id) told.config_id, least(coalesce(told.at, $1), $1), told.reason
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
         and not ($2 and exists (
           select from staged_items as item where item.id = change.config_id and item.deleted_at is null
         ))
     ) as told
     join core.config_items as stored on stored.id = told.config_id and stored.deleted_at is null
     order by told.config_id, told.at nulls last`,
    [now, sweeps],
  )
}

/** SQL that chooses the items of a scraper that a run has not seen. Its parameters: scraper, start, names of faults. */
const unseen = `
  items.scraper_id = $1 and items.deleted_at is null and not items.manual
  and not exists (select from staged_items as item where item.id = items.id)
  and not exists (select from staged_gone as gone where gone.config_id = items.id)
  and liveness.last_scraped_time < $2
  and not (items.name = any ($3) or items.external_id && $3)`

/**
 * Finds what is gone from the parts of the source that the run saw whole or that its spec no longer covers, and what waits for a
 * person.
 */
async function decideSweep(
  client: ClientBase,
  staged: StagingContext,
  mode: RunMode,
): Promise<HeldDeletions[]> {
  const dropped = await findDroppedPartitions(client, staged, mode)
  if (staged.complete.length === 0 || staged.moreFaults > 0) return []
  const { complete } = staged
  const failed = staged.faults.flatMap((fault) => (fault.kind === 'item-fault' ? [fault.item] : []))
  const parameters = [staged.scraper.id, mode.began, failed]
  const found = await client.query<{ type: string; scope: string }>(
    `select distinct items.type, items.scope from core.config_items as items
     join core.config_item_liveness as liveness on liveness.config_id = items.id where ${unseen}`,
    parameters,
  )
  const whole = found.rows.flatMap(({ type, scope }) => {
    if (sawWhole(complete, staged.hidden, type, scope)) return [{ type, scope, before: mode.began }]
    return dropped.since !== undefined && isDropped(dropped.partitions, complete, staged.hidden, type, scope)
      ? [{ type, scope, before: dropped.since }]
      : []
  })
  if (whole.length > 0)
    await client.query(
      `update core.config_item_liveness as liveness
       set missing_runs = least(missing_runs + 1, 1000)
       from core.config_items as items
       join unnest($4::text[], $5::text[], $6::timestamptz[]) as whole (type, scope, before)
         on whole.type = items.type and whole.scope = items.scope
       where items.id = liveness.config_id and liveness.last_scraped_time < whole.before and ${unseen}`,
      [
        ...parameters,
        whole.map(({ type }) => type),
        whole.map(({ scope }) => scope),
        whole.map(({ before }) => before),
      ],
    )
  const types = await client.query<{ type: string; count: number; total: number }>(
    `select items.type,
       count(*) filter (where ${unseen} and liveness.missing_runs >= $4)::int as count, count(*)::int as total
     from core.config_items as items
     join core.config_item_liveness as liveness on liveness.config_id = items.id
     where items.scraper_id = $1 and items.deleted_at is null and not items.manual
     group by items.type`,
    [...parameters, CONFIRMING_RUNS],
  )
  const holds = types.rows.filter(({ count, total }) => isHeld(count, total))
  const free = types.rows.filter(({ count, total }) => count > 0 && !isHeld(count, total))
  const gone = `
    from core.config_items as items join core.config_item_liveness as liveness on liveness.config_id = items.id
    where ${unseen} and liveness.missing_runs >= $4`
  await client.query(
    `insert into staged_gone (config_id, at, reason) select items.id, $6, 'STALE' ${gone} and items.type = any ($5)
       and exists (
         select from unnest($7::text[], $8::text[], $9::timestamptz[]) as whole (type, scope, before)
         where whole.type = items.type and whole.scope = items.scope and liveness.last_scraped_time < whole.before
       )`,
    [
      ...parameters,
      CONFIRMING_RUNS,
      free.map(({ type }) => type),
      mode.now,
      whole.map(({ type }) => type),
      whole.map(({ scope }) => scope),
      whole.map(({ before }) => before),
    ],
  )
  await client.query(`delete from core.scrape_held_deletions where scraper_id = $1 and type <> all ($2)`, [
    staged.scraper.id,
    holds.map(({ type }) => type),
  ])
  for (const { type, total } of holds)
    await client.query(
      `insert into core.scrape_held_deletions (scraper_id, type, run_id, config_ids, total, held_at)
       select $1, $5, $6, array_agg(items.id), $7, $8 ${gone} and items.type = $5
       on conflict (scraper_id, type) do update
       set run_id = excluded.run_id, config_ids = excluded.config_ids, total = excluded.total`,
      [...parameters, CONFIRMING_RUNS, type, mode.runId, total, mode.now],
    )
  return holds
}

/** Decides all that publishing writes, from what is stored before. */
export async function decide(
  client: ClientBase,
  staged: StagingContext,
  mode: RunMode,
): Promise<HeldDeletions[]> {
  await yieldToNewer(client)
  await placeAll(client, staged)
  await decideItems(client, mode)
  await decideToldDeletions(client, mode)
  return mode.sweeps ? decideSweep(client, staged, mode) : []
}
