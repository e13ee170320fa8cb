import type { CheckFacets, CheckFacetsQuery } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { allOf } from '../../../platform/database/all-of.ts'
import { dimensionSql, scopeOf, scopeTables } from './scope.ts'

/** Most tabs, label keys, and values of a key. */
const MOST_TABS = 200
const MOST_KEYS = 100
const MOST_VALUES = 50

function facetsSql(query: CheckFacetsQuery): Sql {
  const scope = scopeOf(query)
  const misses = scope.labels.map((label) => sql`case when not (${label.sql}) then ${label.key}::text end`)
  return sql`
    with checks_in_use as (
      select checks.labels, ${dimensionSql(query.tabBy)} as tab,
        ${allOf([scope.base, scope.inGroup, scope.health])} as fits, ${scope.tab} as in_tab,
        array_remove(array[${misses.length === 0 ? empty : join(misses, ', ')}]::text[], null) as misses
      from ${scopeTables}
      where checks.deleted_at is null
    ),
    tabs as (
      select tab, count(*) filter (where fits and misses = '{}') as amount
      from checks_in_use where tab is not null
      group by tab order by lower(tab), tab limit ${MOST_TABS}
    ),
    label_sets as (
      select labels, misses,
        count(*) filter (where fits and coalesce(in_tab, false)) as amount, count(*) as every
      from checks_in_use group by labels, misses
    ),
    label_values as (
      select label.key, label.value,
        coalesce(sum(amount) filter (where misses = '{}' or misses = array[label.key]), 0)::bigint as amount,
        sum(every) as every
      from label_sets, jsonb_each_text(labels) as label
      group by label.key, label.value
    ),
    ranked as (
      select *, row_number() over (partition by key order by amount desc, every desc, value) as place,
        count(*) over (partition by key) as values_of_key
      from label_values
    ),
    keys as (
      select key,
        json_agg(json_build_object('value', value, 'count', amount) order by place)
          filter (where place <= ${MOST_VALUES}) as list,
        greatest(max(values_of_key) - ${MOST_VALUES}, 0) as more
      from ranked group by key order by key limit ${MOST_KEYS}
    )
    select json_build_object(
      'tabs', coalesce((
        select json_agg(json_build_object('value', tab, 'count', amount) order by lower(tab), tab) from tabs
      ), '[]'),
      'labels', coalesce((
        select json_agg(json_build_object('key', key, 'values', list, 'more', more) order by key) from keys
      ), '[]')
    ) as facets`
}

/** Tabs and labels of the checks in use, with how many are meant. */
export async function listFacets(pool: Pool, query: CheckFacetsQuery): Promise<CheckFacets> {
  const { rows } = await pool.query<{ facets: CheckFacets }>(facetsSql(query))
  return rows[0]?.facets ?? { tabs: [], labels: [] }
}
