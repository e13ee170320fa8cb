import type { Pool } from 'pg'
import { escapePattern } from '../../../platform/database/pattern.ts'

/** Rows that are read for the suggestions of a field with texts, so that a field of many values takes no longer. */
const MOST_READ = 2_000

// One look at an index for each team and person, of which there are far fewer than items.
const findOwners = `
  select name as value from (
    select teams.name from core.teams where deleted_at is null and lower(teams.name) like $1
      and exists (select from core.config_item_notes where owner_team_id = teams.id)
    union
    select people.name from core.people where deleted_at is null and lower(people.name) like $1
      and exists (select from core.config_item_notes where owner_person_id = people.id)
  ) as owners
  order by lower(name), name limit $2`

const findKind = 'select id, kind, choices from core.config_fields where name = $1'

const findTexts = `
  select text as value from (
    select text from core.config_field_values
    where field_id = $3 and text is not null and lower(text) like $1 limit ${MOST_READ}
  ) as found
  group by text order by count(*) desc, text limit $2`

const findPeople = `
  select people.name as value from core.people where deleted_at is null and lower(people.name) like $1
    and exists (
      select from core.config_field_values as content where content.person_id = people.id and content.field_id = $3
    )
  order by lower(people.name), people.name limit $2`

/** Which values to suggest, and how many. */
interface SuggestionRequest {
  prefix: string
  most: number
}

async function valuesOf(
  pool: Pool,
  statement: string,
  { prefix, most }: SuggestionRequest,
  more: readonly string[],
) {
  const { rows } = await pool.query<{ value: string }>(statement, [
    `${escapePattern(prefix.toLowerCase())}%`,
    most,
    ...more,
  ])
  return rows.map(({ value }) => value)
}

/** Names of teams and people that own items, which start with a text. */
export function ownerNames(pool: Pool, request: SuggestionRequest): Promise<string[]> {
  return valuesOf(pool, findOwners, request, [])
}

/** Values of a field that people added, which start with a text: choices whether used or not, and what is stored else. */
export async function addedValues(pool: Pool, name: string, request: SuggestionRequest): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; kind: string; choices: string[] }>(findKind, [name])
  const [field] = rows
  if (field === undefined || field.kind === 'number' || field.kind === 'date') return []
  if (field.kind === 'choice')
    return field.choices.filter((choice) => choice.toLowerCase().startsWith(request.prefix.toLowerCase()))
  return valuesOf(pool, field.kind === 'person' ? findPeople : findTexts, request, [field.id])
}
