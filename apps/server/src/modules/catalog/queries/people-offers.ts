import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { escapePattern } from '../../../platform/database/pattern.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { FieldTables } from './item-fields.ts'

/** Rows that are read for the suggestions of a field with texts, so that a field of many values takes no longer. */
const MOST_READ = 2_000

/** Which values to suggest, and how many. */
interface SuggestionRequest {
  prefix: string
  most: number
}

const startingWith = (prefix: string) => `${escapePattern(prefix.toLowerCase())}%`

/** Names of teams and people that own items, which start with a text. */
export async function ownerNames(pool: Pool, { prefix, most }: SuggestionRequest): Promise<string[]> {
  const pattern = startingWith(prefix)
  // One look at an index for each team and person, of which there are far fewer than items.
  const { rows } = await pool.query<{ value: string }>(sql`
    select name as value from (
      select teams.name from core.teams where deleted_at is null and lower(teams.name) like ${pattern}
        and exists (select from core.config_item_notes where owner_team_id = teams.id)
      union
      select people.name from core.people where deleted_at is null and lower(people.name) like ${pattern}
        and exists (select from core.config_item_notes where owner_person_id = people.id)
    ) as owners
    order by lower(name), name limit ${most}`)
  return rows.map(({ value }) => value)
}

/** Texts that are stored for a field, the most frequent first. */
async function storedTexts(pool: Pool, id: string, { prefix, most }: SuggestionRequest): Promise<string[]> {
  const { rows } = await pool.query<{ value: string }>(sql`
    select text as value from (
      select text from core.config_field_values
      where field_id = ${id} and text is not null and lower(text) like ${startingWith(prefix)} limit ${MOST_READ}
    ) as found
    group by text order by count(*) desc, text limit ${most}`)
  return rows.map(({ value }) => value)
}

/** Names of people that are stored for a field. */
async function storedPeople(pool: Pool, id: string, { prefix, most }: SuggestionRequest): Promise<string[]> {
  const rows = await tablesOn(pool)
    .selectFrom('core.people as people')
    .select('people.name')
    .where('people.deleted_at', 'is', null)
    .where(({ fn }) => fn<string>('lower', ['people.name']), 'like', startingWith(prefix))
    .where((person) =>
      person.exists(
        person
          .selectFrom('core.config_field_values as content')
          .whereRef('content.person_id', '=', 'people.id')
          .where('content.field_id', '=', id),
      ),
    )
    .orderBy(({ fn }) => fn('lower', ['people.name']))
    .orderBy('people.name')
    .limit(most)
    .execute()
  return rows.map(({ name }) => name)
}

/** Values of a field that people added, which start with a text: choices whether used or not, and what is stored else. */
export async function addedValues(pool: Pool, name: string, request: SuggestionRequest): Promise<string[]> {
  const field = await tablesOn<FieldTables>(pool)
    .selectFrom('core.config_fields')
    .select(['id', 'kind', 'choices'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (field === undefined || field.kind === 'number' || field.kind === 'date') return []
  if (field.kind === 'choice')
    return field.choices.filter((choice) => choice.toLowerCase().startsWith(request.prefix.toLowerCase()))
  return field.kind === 'person'
    ? storedPeople(pool, field.id, request)
    : storedTexts(pool, field.id, request)
}
