import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import { type Change, keyOf } from '../rank/facts.ts'
import { prepared } from './prepared.ts'

/** Newest changes of one item that are read. */
const MOST_OF_ITEM = 20

type Row = Columns<
  'core.config_changes',
  'id' | 'config_id' | 'change_type' | 'source' | 'severity' | 'summary' | 'count'
> & { by: string | null; at: Date }

const columns = sql`found.id, found.change_type, found.source, found.severity, found.summary, found.external_created_by,
        found.created_by, found.count`

// A group keeps its row while it grows: its last occurrence may be after the time, and others before it. Its id is as old as
// its first occurrence, a day at most.
const findChanges = (ids: readonly string[], from: Date, to: Date) => sql`
  select change.id, node.id as config_id, change.change_type, change.source, change.severity, change.summary,
    coalesce(people.name, change.external_created_by) as by, change.at, change.total::integer as count
  from unnest(${ids}::uuid[]) as node (id)
  cross join lateral (
    select distinct on (recent.change_type) recent.*, sum(recent.count) over (partition by recent.change_type) as total
    from (
      (
        select ${columns}, found.created_at as at from core.config_changes as found
        where found.config_id = node.id and found.created_at >= ${from} and found.created_at <= ${to}
          and found.source is distinct from 'health' and found.id >= core.id_at(${from}::timestamptz - interval '1 day')
        order by found.created_at desc limit ${MOST_OF_ITEM}
      )
      union all
      (
        select ${columns}, coalesce((
          select max(occurrence.at) from core.config_change_occurrences as occurrence
          where occurrence.change_id = found.id and occurrence.at <= ${to}
        ), found.first_observed) as at
        from core.config_changes as found
        where found.config_id = node.id and found.created_at > ${to} and found.created_at < ${to}::timestamptz + interval '1 day'
          and found.first_observed <= ${to} and found.count > 1 and found.source is distinct from 'health'
          and found.id >= core.id_at(${from}::timestamptz - interval '1 day')
        order by found.created_at limit ${MOST_OF_ITEM}
      )
    ) as recent
    where recent.at >= ${from}
    order by recent.change_type, recent.at desc, recent.id
  ) as change
  left join core.people on people.id = change.created_by`

/**
 * Reads the last change of each type of each item in a period, with how many of its type were read. Those that only say that
 * the health is another are left out.
 */
export async function readChanges(
  client: ClientBase,
  ids: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<Change[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<Row>(prepared(findChanges(ids, from, to)))
  return rows.map((row) => ({
    thing: keyOf('config', row.config_id),
    id: row.id,
    type: row.change_type,
    source: row.source,
    severity: row.severity,
    summary: row.summary,
    by: row.by,
    at: row.at.getTime(),
    count: row.count,
  }))
}
