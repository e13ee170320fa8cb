import { itemColumns } from '@binnacle/contract/catalog'
import { facetColumns } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { anyOf, tablesOn } from '../../../../platform/database/tables-on.ts'
import { forgetStaged, stagingTables } from '../stage/temporary-tables.ts'

/** Characters of a value that filters offer. Nobody chooses a longer one. */
const MOST_CHARACTERS = 200

const facets = facetColumns(itemColumns)
const plainFacets = facets.filter(({ isMap }) => !isMap)
const mapFacets = facets.filter(({ isMap }) => isMap)

const counted = (sign: '+' | '-') => `
  insert into staged_facets (kind, key, value, count)
  select facet.kind, facet.key, facet.value, ${sign}count(*)
  from staged_touched as touched
  join core.config_items as item on item.id = touched.config_id and item.deleted_at is null
    and not exists (
      select from core.config_item_notes as notes where notes.config_id = item.id and notes.archived_at is not null
    )
  cross join lateral (
    values ${plainFacets.map(({ name, facet }) => `('${facet}', '', item.${name})`).join(', ')},
      ('health', '', coalesce(item.health, 'unknown'))
    ${mapFacets.map(({ name, facet }) => `union all select '${facet}', key, value from jsonb_each_text(item.${name})`).join('\n    ')}
  ) as facet (kind, key, value)
  where facet.value <> '' and length(facet.value) <= ${MOST_CHARACTERS} and length(facet.key) <= ${MOST_CHARACTERS}
  group by 1, 2, 3`

// In the order of the keys, so that two runs wait for each other and never stop each other.
const addUp = `
  insert into core.config_facets as facets (kind, key, value, count)
  select kind, key, value, sum(count) from staged_facets
  group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3
  on conflict (kind, key, value) do update set count = facets.count + excluded.count`

const removeEmpty = `
  delete from core.config_facets as facets using staged_facets as changed
  where facets.kind = changed.kind and facets.key = changed.key and facets.value = changed.value and facets.count <= 0`

/** The tags of an item before and after, as JSON. */
const moveTagCounts = (before: string, after: string): Sql => sql`
  insert into core.config_facets as facets (kind, key, value, count)
  select 'tag', key, value, sum(count) from (
    select key, value, -1 as count from jsonb_each_text(${before})
    union all
    select key, value, 1 from jsonb_each_text(${after})
  ) as told
  where value <> '' and length(value) <= ${MOST_CHARACTERS} and length(key) <= ${MOST_CHARACTERS}
  group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3
  on conflict (kind, key, value) do update set count = facets.count + excluded.count`

/** Notes which items are about to change, and takes their values away. */
export async function subtractFacetCounts(client: ClientBase): Promise<void> {
  await client.query(`
    insert into staged_touched (config_id)
    select id from staged_items where does in ('add', 'update', 'restore', 'delete') and not same
    union select config_id from staged_gone`)
  await client.query(counted('-'))
}

/** Adds the values that those items have now, and what else was counted. */
export async function addFacetCounts(
  client: ClientBase,
  changeTypes: ReadonlyMap<string, number>,
): Promise<void> {
  await client.query(counted('+'))
  await client.query(sql`
    insert into staged_facets (kind, key, value, count)
    select 'change_type', '', type, count
    from unnest(${[...changeTypes.keys()]}::text[], ${[...changeTypes.values()]}::bigint[]) as told (type, count)`)
  await client.query(addUp)
  await client.query(removeEmpty)
}

/** Counts what filters offer of an item again, around work that changes it. */
export async function recount(client: ClientBase, id: string, work: () => Promise<unknown>): Promise<void> {
  await client.query(stagingTables)
  await client.query(forgetStaged)
  await client.query(sql`insert into staged_touched (config_id) values (${id})`)
  await client.query(counted('-'))
  await work()
  await addFacetCounts(client, new Map())
  await client.query(forgetStaged)
}

/** Counts the tags of one item again. */
export async function moveTags(
  client: ClientBase,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Promise<void> {
  await client.query(moveTagCounts(JSON.stringify(before), JSON.stringify(after)))
  await tablesOn(client)
    .deleteFrom('core.config_facets')
    .where('kind', '=', 'tag')
    .where('key', '=', anyOf(Object.keys(before)))
    .where('count', '<=', 0)
    .execute()
}

/**
 * Takes the changes away that go with their partition.
 * @param before the least id that stays
 */
export async function forgetCounts(client: ClientBase, before: string): Promise<void> {
  await client.query(sql`
    update core.config_facets as facets set count = greatest(0, facets.count - old.count)
    from (
      select change_type, count(*) as count from core.config_changes where id < ${before}::uuid group by 1 order by 1
    ) as old
    where facets.kind = 'change_type' and facets.key = '' and facets.value = old.change_type`)
}
