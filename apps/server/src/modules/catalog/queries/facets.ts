import { type CatalogFacets, MOST_PAIRS } from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { readRows } from '../../../platform/database/read.ts'

const valuesOf = (kind: string) => sql`coalesce((
  select json_agg(value order by value) from core.config_facets where kind = ${kind} and count > 0 and value <> ''
), '[]')`

const pairsOf = (kind: string) => sql`coalesce((
  select json_agg(json_build_object('key', key, 'value', value) order by key, value) from (
    select key, value from core.config_facets where kind = ${kind} and count > 0
    order by key, value limit ${MOST_PAIRS}
  ) as first
), '[]')`

// Each team and person takes one look at an index.
const owners = sql`coalesce((
  select json_agg(json_build_object('kind', kind, 'id', id, 'name', name) order by name, id) from (
    select 'team' as kind, id, name from core.teams
    where deleted_at is null and exists (select from core.config_item_notes where owner_team_id = teams.id)
    union all
    select 'person', id, name from core.people
    where deleted_at is null and exists (select from core.config_item_notes where owner_person_id = people.id)
    order by name, id limit ${MOST_PAIRS}
  ) as owning
), '[]')`

const statement = sql`
  select json_build_object(
    'types', ${valuesOf('type')},
    'statuses', ${valuesOf('status')},
    'changeTypes', ${valuesOf('change_type')},
    'analyzers', ${valuesOf('analyzer')},
    'tags', ${pairsOf('tag')},
    'labels', ${pairsOf('label')},
    'owners', ${owners},
    'fields', coalesce((
      select json_agg(json_build_object(
        'id', id, 'name', name, 'kind', kind, 'description', description, 'choices', choices, 'types', types
      ) order by name) from core.config_fields
    ), '[]')
  ) as found`

/** The values that filters of the catalog offer. They are counted as items are stored. */
export async function findFacets(pool: Pool): Promise<CatalogFacets> {
  const rows = await readRows<{ found: CatalogFacets }>(pool, statement.text, statement.values)
  return (
    rows[0]?.found ?? {
      types: [],
      statuses: [],
      changeTypes: [],
      analyzers: [],
      tags: [],
      labels: [],
      owners: [],
      fields: [],
    }
  )
}
