import type { ColumnType } from 'kysely'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Columns, KnownTable } from '../../../../platform/database/columns.ts'
import type { DB, Generated } from '../../../../platform/database/tables.ts'
import { anyOf, tablesOn } from '../../../../platform/database/tables-on.ts'
import { countOwn } from '../load/own-counts.ts'
import { isSame } from '../compute/same.ts'
import type { OwnCounts } from '../compute/counts.ts'

/** Components that one statement looks at. */
const PAGE = 1_000
/** So many components are rolled up in one step within a moment. */
const FEW = 250

/** Selects the components that are linked with some checks or items, or with any where the ids are null. */
const linked = {
  checks: (ids: readonly string[] | null) => sql`
    select distinct component_id from core.check_component_relationships
    where ${ids === null ? sql`true` : sql`check_id = any (${ids})`} and deleted_at is null`,
  configs: (ids: readonly string[] | null) => sql`
    with given as not materialized (select ${ids}::uuid[] as ids)
    select component_id from core.config_component_relationships cross join given
    where (given.ids is null or config_id = any (given.ids)) and deleted_at is null
    union
    select id from core.components cross join given
    where (given.ids is null or config_id = any (given.ids)) and config_id is not null and deleted_at is null`,
} as const

/** Kinds of things that components are linked with. */
export type LinkKind = keyof typeof linked

/** Marks the components that are linked with some checks or items as stale. */
export async function markLinked(pool: Pool, kind: LinkKind, ids: readonly string[]): Promise<void> {
  await pool.query(sql`
    insert into core.component_stale (component_id)
    select component_id from (${linked[kind](ids)}) as found (component_id) order by component_id
    on conflict (component_id) do nothing`)
}

interface StateTables extends Omit<DB, 'core.component_states'> {
  'core.component_states': KnownTable<
    'core.component_states',
    { own: Generated<ColumnType<OwnCounts, string, string>> }
  >
}

/**
 * Marks components as stale whose stored counts of checks, items or insights are wrong, because something changed that
 * emits no event: a first result, a closed insight, a deleted check.
 * @param ids of the checks or items that changed; null for all
 */
export async function markDifferent(
  pool: Pool,
  kind: LinkKind,
  ids: readonly string[] | null,
): Promise<void> {
  const { rows } = await pool.query<Columns<'core.component_stale', 'component_id'>>(linked[kind](ids))
  const client = await pool.connect()
  try {
    for (let start = 0; start < rows.length; start += PAGE) {
      const page = rows.slice(start, start + PAGE).map(({ component_id: id }) => id)
      const countedOf = await countOwn(client, page)
      const states = await tablesOn<StateTables>(client)
        .selectFrom('core.component_states as state')
        .innerJoin('core.components as component', (join) =>
          join.onRef('component.id', '=', 'state.component_id').on('component.deleted_at', 'is', null),
        )
        .select(['state.component_id as id', 'state.own'])
        .where('state.component_id', '=', anyOf(page))
        .execute()
      const different = states.filter(({ id, own }) => !isSame(own, countedOf(id))).map(({ id }) => id)
      if (different.length > 0)
        await client.query(sql`
          insert into core.component_stale (component_id) select unnest(${different}::uuid[]) order by 1
          on conflict (component_id) do nothing`)
    }
  } finally {
    client.release()
  }
}

/** Whether more components are stale than one step takes in a moment. Until then, counts above them are not final. */
export async function isCounting(pool: Pool): Promise<boolean> {
  const oneMore = await tablesOn(pool)
    .selectFrom('core.component_stale')
    .select('component_id')
    .offset(FEW)
    .limit(1)
    .executeTakeFirst()
  return oneMore !== undefined
}
