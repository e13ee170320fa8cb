import { ADDED_PREFIX, type FieldKind, itemColumns } from '@binnacle/contract/catalog'
import { healths } from '@binnacle/contract/core'
import type { SqlField } from '@binnacle/query'
import type { Pool } from 'pg'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { listSql } from '../../../platform/database/column-sql.ts'
import type { KnownColumns, KnownTable } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'

/** SQL, answered by an index, of whether an item may have a tag or label with a value, or with the start of one. */
export const mayHave = (values: Sql, starts: Sql) =>
  sql`core.tag_values(items.tags, items.labels) @@ core.tag_values_query(${values}, ${starts})`

const worstFirst = raw(`array_position(array['${healths.join("','")}'], coalesce(items.health, 'unknown'))`)

/** The columns of a list of items, which joins the tables that `values` names. */
export const itemList = listSql({
  columns: itemColumns,
  table: 'core.config_items',
  alias: 'items',
  sources: {
    health: { order: worstFirst, search: { sql: sql`coalesce(items.health, 'unknown')`, order: worstFirst } },
    changes: { value: sql`coalesce(stats.changes_7d, 0)` },
    analysis: { value: sql`coalesce(stats.open_analysis, '{}')` },
    last_scraped_time: { value: sql`live.last_scraped_time` },
    fields: { value: sql`derived.field_values(items.id)` },
    labels: { search: { sql: sql`items.labels`, mayHave } },
    tags: { search: { sql: sql`items.tags`, mayHave } },
    owner: {
      value: sql`case
        when owner_teams.id is not null
          then jsonb_build_object('kind', 'team', 'id', owner_teams.id, 'name', owner_teams.name)
        when owner_people.id is not null
          then jsonb_build_object('kind', 'person', 'id', owner_people.id, 'name', owner_people.name)
      end`,
      search: {
        sql: sql`owners.name`,
        order: sql`(select lower(coalesce(teams.name, people.name)) from core.config_item_notes as owned
          left join core.teams on teams.id = owned.owner_team_id and teams.deleted_at is null
          left join core.people on people.id = owned.owner_person_id and people.deleted_at is null
          where owned.config_id = items.id)`,
        within: (condition) => sql`items.id in (
          select owned.config_id from core.config_item_notes as owned
          join core.teams as owners on owners.id = owned.owner_team_id and owners.deleted_at is null where ${condition}
          union all
          select owned.config_id from core.config_item_notes as owned
          join core.people as owners on owners.id = owned.owner_person_id and owners.deleted_at is null where ${condition}
        )`,
      },
    },
  },
})

/** The table of fields that people added. */
export interface FieldTables {
  'core.config_fields': KnownTable<'core.config_fields', { kind: FieldKind }>
}

type AddedField = KnownColumns<'core.config_fields', 'id' | 'name' | 'kind', { kind: FieldKind }>

/** The fields of queries, with those that people added if a query may name one. */
export async function fieldsFor(pool: Pool, query: string): Promise<readonly SqlField[]> {
  if (!query.toLowerCase().includes(ADDED_PREFIX)) return itemList.fields
  const rows = await tablesOn<FieldTables>(pool)
    .selectFrom('core.config_fields')
    .select(['id', 'name', 'kind'])
    .orderBy('name')
    .execute()
  return [...itemList.fields, ...rows.map(addedField)]
}

/** Values of an added field are in their own table, with an index for each kind. */
function addedField({ id, name, kind }: AddedField): SqlField {
  const own = sql`added.field_id = ${id}`
  const value = (content: Sql, join = empty) =>
    sql`(select ${content} from core.config_field_values as added ${join} where added.config_id = items.id and ${own})`
  const within =
    (join = empty) =>
    (condition: Sql) =>
      sql`items.id in (select added.config_id from core.config_field_values as added ${join} where ${own} and (${condition}))`
  const common = { name: `${ADDED_PREFIX}${name}`, help: `The field ${name}` }
  if (kind === 'number')
    return {
      ...common,
      kind: 'number',
      sql: sql`added.number`,
      order: value(sql`added.number`),
      within: within(),
    }
  if (kind === 'date')
    return { ...common, kind: 'time', sql: sql`added.day`, order: value(sql`added.day`), within: within() }
  if (kind !== 'person')
    return {
      ...common,
      kind: 'text',
      sql: sql`added.text`,
      order: value(sql`lower(added.text)`),
      within: within(),
    }
  const people = sql`join core.people as persons on persons.id = added.person_id`
  return {
    ...common,
    kind: 'text',
    sql: sql`persons.name`,
    order: value(sql`lower(persons.name)`, people),
    within: within(people),
  }
}
