import type { FieldKind } from '@binnacle/contract/catalog'
import type { SqlField } from '@binnacle/query'
import type { Pool } from 'pg'

/** SQL, answered by an index, of whether an item may have a tag or label with a value, or with the start of one. */
export const mayHave = (values: string, starts: string) =>
  `core.tag_values(items.tags, items.labels) @@ core.tag_values_query(${values}, ${starts})`

/** The fields of queries for catalog items. Validation, completion and SQL use this table. */
export const itemFields: readonly SqlField[] = [
  { kind: 'text', name: 'name', help: 'Name of the item', sql: 'items.name' },
  {
    kind: 'text',
    name: 'type',
    help: 'Type of the item, such as Kubernetes::Pod; a part of it with stars',
    sql: 'items.type',
  },
  {
    kind: 'text',
    name: 'class',
    aliases: ['config_class'],
    help: 'Kind of item, the same for all providers, such as Pod',
    sql: 'items.config_class',
  },
  { kind: 'text', name: 'namespace', help: 'Namespace of the item', sql: 'items.namespace' },
  {
    kind: 'choice',
    name: 'health',
    help: 'How the item is',
    sql: `coalesce(items.health, 'unknown')`,
    order: `array_position(array['unhealthy', 'warning', 'unknown', 'healthy'], coalesce(items.health, 'unknown'))`,
    values: ['unhealthy', 'warning', 'unknown', 'healthy'],
  },
  { kind: 'text', name: 'status', help: 'Status in its source, such as Running', sql: 'items.status' },
  {
    kind: 'map',
    name: 'labels',
    aliases: ['label'],
    help: 'A label of the item',
    sql: 'items.labels',
    mayHave,
  },
  { kind: 'map', name: 'tags', aliases: ['tag'], help: 'A tag of the item', sql: 'items.tags', mayHave },
  {
    kind: 'text',
    name: 'owner',
    help: 'Name of the team or person that takes care of it',
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
  { kind: 'text', name: 'description', help: 'Description of the item', sql: 'items.description' },
  { kind: 'text', name: 'source', help: 'Where it was read', sql: 'items.source' },
  { kind: 'time', name: 'created', help: 'When it was created', sql: 'items.created_at' },
  {
    kind: 'time',
    name: 'updated',
    aliases: ['changed'],
    help: 'When its document changed last',
    sql: 'items.updated_at',
  },
  { kind: 'time', name: 'deleted', help: 'When it was deleted', sql: 'items.deleted_at' },
]

/** A field that people added, as far as queries need it. */
export interface AddedField {
  id: string
  name: string
  kind: FieldKind
}

/** What names of added fields begin with in queries. */
export const ADDED_PREFIX = 'field.'

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
