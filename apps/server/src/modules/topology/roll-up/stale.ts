import type { Pool } from 'pg'
import { countOwn } from './load.ts'
import { isSame } from './step.ts'
import type { OwnCounts } from './counts.ts'

/** Components that one statement looks at. */
const PAGE = 1_000
/** So many components are rolled up in one step within a moment. */
const FEW = 250

const linked = {
  checks: `
    select distinct component_id from core.check_component_relationships
    where ($1::uuid[] is null or check_id = any ($1)) and deleted_at is null`,
  configs: `
    select component_id from core.config_component_relationships
    where ($1::uuid[] is null or config_id = any ($1)) and deleted_at is null
    union
    select id from core.components
    where ($1::uuid[] is null or config_id = any ($1)) and config_id is not null and deleted_at is null`,
} as const

/** Things that components are linked with. */
export type LinkKind = keyof typeof linked

const mark = `
  insert into core.component_stale (component_id)
  select component_id from (__LINKED__) as found (component_id) order by component_id
  on conflict (component_id) do nothing`

/** Has the states of the components found again that are linked with some checks or items. */
export async function markLinked(pool: Pool, kind: LinkKind, ids: readonly string[]): Promise<void> {
  await pool.query(
    mark.replace('__LINKED__', () => linked[kind]),
    [ids],
  )
}

const findOwn = `
  select state.component_id as id, state.own from core.component_states as state
  join core.components on components.id = state.component_id and components.deleted_at is null
  where state.component_id = any ($1)`

const markThese = `
  insert into core.component_stale (component_id) select unnest($1::uuid[]) order by 1
  on conflict (component_id) do nothing`

/**
 * Has the states found again of those components whose counts of checks, items or insights are no longer right, because
 * something changed that emits no event: a first result, a closed insight, a deleted check.
 * @param ids of the checks or items that changed; null for all
 */
export async function markDifferent(
  pool: Pool,
  kind: LinkKind,
  ids: readonly string[] | null,
): Promise<void> {
  const { rows } = await pool.query<{ component_id: string }>(linked[kind], [ids])
  const client = await pool.connect()
  try {
    for (let start = 0; start < rows.length; start += PAGE) {
      const page = rows.slice(start, start + PAGE).map(({ component_id: id }) => id)
      const countedOf = await countOwn(client, page)
      const { rows: states } = await client.query<{ id: string; own: OwnCounts }>(findOwn, [page])
      const different = states.filter(({ id, own }) => !isSame(own, countedOf(id))).map(({ id }) => id)
      if (different.length > 0) await client.query(markThese, [different])
    }
  } finally {
    client.release()
  }
}

/** Whether so many components wait that several steps may be needed: between two of them, counts above them are not final. */
export async function isCounting(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('select from core.component_stale offset $1 limit 1', [FEW])
  return rows.length > 0
}
