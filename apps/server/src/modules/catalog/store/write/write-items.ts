import type { ClientBase } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import type { RunMode } from '../decide/decide.ts'
import { assignmentOf, attributeNames } from '../attributes.ts'
import { forgetExpired } from '../decide/expired-items.ts'
import { scraperOf, type StagingContext } from '../stage/staged.ts'

/** The columns that an insert copies; the time of creation has a default. */
const copied = [...attributeNames.filter((name) => name !== 'created_at'), 'hash'].join(', ')

const addItems = (owner: string | null, agentId: string, creator: string | null, now: Date): Sql => sql`
  insert into core.config_items
    (id, agent_id, scraper_id, manual, created_by, created_at, updated_at, parent_id, path, ${raw(copied)})
  select id, ${agentId}, ${owner}, ${owner}::uuid is null, ${creator}, coalesce(created_at, ${now}), ${now}, parent_id,
    coalesce(path, ''), ${raw(copied)}
  from staged_items where does = 'add'`

// In the order of their ids, as the counts of changes and insights lock them: two runs wait for each other, and never stop
// each other.
const lockItems = `
  select count(*) from (
    select from core.config_items where id in (
      select id from staged_items where does in ('update', 'restore', 'delete')
      union all select config_id from staged_gone
      union all select config_id from staged_changes
      union all select config_id from staged_insights
    ) order by id for no key update
  ) as locked`

const assignments = [...attributeNames.map(assignmentOf), 'hash = item.hash'].join(', ')
const updateItems = (owner: string | null, now: Date): Sql => sql`
  update core.config_items as stored
  set ${raw(assignments)}, scraper_id = ${owner}, manual = ${owner}::uuid is null,
    parent_id = item.parent_id,
    path = coalesce(item.path, stored.path),
    updated_at = case when document.id is null then stored.updated_at else ${now} end,
    deleted_at = case when item.does = 'restore' then null else stored.deleted_at end,
    delete_reason = case when item.does = 'restore' then null else stored.delete_reason end
  from staged_items as item left join staged_documents as document on document.id = item.id
  where stored.id = item.id and item.does in ('update', 'restore', 'delete') and not item.same`

const moveItems = `
  update core.config_items as stored set parent_id = item.parent_id, path = coalesce(item.path, stored.path)
  from staged_items as item
  where stored.id = item.id and item.does = 'update' and item.same`

const touchLiveness = (runId: string | null, now: Date): Sql => sql`
  update core.config_item_liveness as liveness set last_scraped_time = ${now}, run_id = ${runId}, missing_runs = 0
  from staged_items as item where item.id = liveness.config_id and item.does <> 'skip'`

const addLiveness = (runId: string | null, now: Date): Sql => sql`
  insert into core.config_item_liveness (config_id, last_scraped_time, run_id)
  select id, ${now}, ${runId} from staged_items where does = 'add' on conflict (config_id) do nothing`

const deleteItems = `
  update core.config_items as stored set deleted_at = gone.at, delete_reason = gone.reason
  from staged_gone as gone where stored.id = gone.config_id`

/** The paths of what stands below items that moved, a level at a time. */
const movePaths = (ids: readonly string[]): Sql => sql`
  with moved as (
    update core.config_items as child
    set path = case when parent.path = '' then parent.id::text else parent.path || '.' || parent.id end
    from core.config_items as parent
    where parent.id = any (${ids}) and child.parent_id = parent.id
      and child.path <> case when parent.path = '' then parent.id::text else parent.path || '.' || parent.id end
    returning child.id
  )
  select id from moved`

async function moveDescendants(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from staged_items where path is not null and does in ('update', 'restore', 'delete')`,
  )
  await moveBelow(
    client,
    rows.map(({ id }) => id),
  )
}

/** Writes the paths of what stands below items again. */
export async function moveBelow(client: ClientBase, ids: readonly string[]): Promise<void> {
  let level = ids
  while (level.length > 0) {
    const moved = await client.query<Columns<'core.config_items', 'id'>>(movePaths(level))
    level = moved.rows.map(({ id }) => id)
  }
}

/** Deletes what is gone. @returns how many */
export async function deleteGone(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(deleteItems)
  return rowCount ?? 0
}

// The triggers of a table run for each statement, also for one that finds no row: those take longer than to store an item.
const countWork = `
  select count(*) filter (where does = 'add')::int as added,
    count(*) filter (where does in ('update', 'restore', 'delete') and not same)::int as updated,
    count(*) filter (where does = 'update' and same)::int as moved,
    (select count(*)::int from staged_gone) as gone
  from staged_items`

async function workOf(client: ClientBase) {
  type Work = Record<'added' | 'updated' | 'moved' | 'gone', number>
  const { rows } = await client.query<Work>(countWork)
  return rows[0] ?? { added: 0, updated: 0, moved: 0, gone: 0 }
}

/** Writes items and their deletions. @returns how many */
export async function writeItems(
  client: ClientBase,
  staged: StagingContext,
  mode: RunMode,
): Promise<{ added: number; updated: number; deleted: number }> {
  const { scraper, byHand } = staged
  const { added, updated, moved, gone } = await workOf(client)
  const { now, runId = null } = mode
  await client.query(lockItems)
  const owner = scraperOf(staged)
  if (added > 0) await client.query(addItems(owner, scraper.agentId, byHand?.personId ?? null, now))
  if (updated > 0) await client.query(updateItems(owner, now))
  if (moved > 0) await client.query(moveItems)
  // Nothing looks for what people wrote, so it is never stale.
  if (byHand === undefined) {
    await client.query(touchLiveness(runId, now))
    if (added > 0) await client.query(addLiveness(runId, now))
    if (added > 0) await forgetExpired(client)
  }
  const deleted = gone > 0 ? await deleteGone(client) : 0
  if (updated + moved > 0) await moveDescendants(client)
  return { added, updated, deleted }
}
