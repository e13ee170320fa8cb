import { ADDED_PREFIX, type FieldKind, itemFields as fields } from '@binnacle/contract/catalog'
import type { InSql, SqlField } from '@binnacle/query'
import type { Pool } from 'pg'

/** SQL, answered by an index, of whether an item may have a tag or label with a value, or with the start of one. */
export const mayHave = (values: string, starts: string) =>
  `core.tag_values(items.tags, items.labels) @@ core.tag_values_query(${values}, ${starts})`

const places: Readonly<Record<(typeof fields)[number]['name'], InSql>> = {
  name: { sql: 'items.name' },
  type: { sql: 'items.type' },
  class: { sql: 'items.config_class' },
  namespace: { sql: 'items.namespace' },
  health: {
    sql: `coalesce(items.health, 'unknown')`,
    order: `array_position(array['unhealthy', 'warning', 'unknown', 'healthy'], coalesce(items.health, 'unknown'))`,
  },
  status: { sql: 'items.status' },
  labels: { sql: 'items.labels', mayHave },
  tags: { sql: 'items.tags', mayHave },
  owner: {
    sql: 'owners.name',
    order: `(select lower(coalesce(teams.name, people.name)) from core.config_item_notes as owned
      left join core.teams on teams.id = owned.owner_team_id and teams.deleted_at is null
      left join core.people on people.id = owned.owner_person_id and people.deleted_at is null
      where owned.config_id = items.id)`,
    within: (condition) => `items.id in (
      select owned.config_id from core.config_item_notes as owned
      join core.teams as owners on owners.id = owned.owner_team_id and owners.deleted_at is null where ${condition}
      union all
      select owned.config_id from core.config_item_notes as owned
      join core.people as owners on owners.id = owned.owner_person_id and owners.deleted_at is null where ${condition}
    )`,
  },
  description: { sql: 'items.description' },
  source: { sql: 'items.source' },
  created: { sql: 'items.created_at' },
  updated: { sql: 'items.updated_at' },
  deleted: { sql: 'items.deleted_at' },
}

/** The fields of queries for catalog items, with the SQL of their values. */
export const itemFields: readonly SqlField[] = fields.map((field) => ({ ...field, ...places[field.name] }))

/** A field that people added, as far as queries need it. */
export interface AddedField {
  id: string
  name: string
  kind: FieldKind
}

const loadFields = 'select id, name, kind from core.config_fields order by name'

/** The fields of queries, with those that people added if a query may name one. */
export async function fieldsFor(pool: Pool, query: string): Promise<readonly SqlField[]> {
  if (!query.toLowerCase().includes(ADDED_PREFIX)) return itemFields
  const { rows } = await pool.query<AddedField>(loadFields)
  return [...itemFields, ...rows.map(addedField)]
}

/** Values of an added field are in their own table, with an index for each kind. */
function addedField({ id, name, kind }: AddedField): SqlField {
  // The id is one of the database, so it is no text of a user.
  const own = `added.field_id = '${id}'`
  const value = (sql: string, join = '') =>
    `(select ${sql} from core.config_field_values as added ${join} where added.config_id = items.id and ${own})`
  const within =
    (join = '') =>
    (condition: string) =>
      `items.id in (select added.config_id from core.config_field_values as added ${join} where ${own} and (${condition}))`
  const common = { name: `${ADDED_PREFIX}${name}`, help: `The field ${name}` }
  if (kind === 'number')
    return { ...common, kind: 'number', sql: 'added.number', order: value('added.number'), within: within() }
  if (kind === 'date')
    return { ...common, kind: 'time', sql: 'added.day', order: value('added.day'), within: within() }
  if (kind !== 'person')
    return { ...common, kind: 'text', sql: 'added.text', order: value('lower(added.text)'), within: within() }
  const people = 'join core.people as persons on persons.id = added.person_id'
  return {
    ...common,
    kind: 'text',
    sql: 'persons.name',
    order: value('lower(persons.name)', people),
    within: within(people),
  }
}
