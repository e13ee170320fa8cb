import { isUuid } from '@binnacle/contract/core'
import sql, { join, type Sql } from 'sql-template-tag'
import { RequestError } from '../../../platform/errors.ts'
import { readValueList } from './value-list.ts'

/** Items that nobody takes care of. */
const NOBODY = 'nobody'

function ownerId(text: string): string {
  const [kind, id = ''] = text.split(':')
  if ((kind === 'team' || kind === 'person') && isUuid(id)) return id
  const message = 'is not team:ID, person:ID or nobody'
  throw new RequestError('EINVALID', `owner: ${message}`, [{ path: 'owner', message }])
}

/** SQL that an item has one of some owners. Owners are found by their indexes. */
function ownedSql(values: readonly string[]): Sql {
  const ids = values.filter((value) => value !== NOBODY).map(ownerId)
  const owned = sql`items.id in (
    select config_id from core.config_item_notes where owner_team_id = any (${ids}::uuid[])
    union all
    select config_id from core.config_item_notes where owner_person_id = any (${ids}::uuid[])
  )`
  if (!values.includes(NOBODY)) return owned
  return sql`(${owned} or not exists (
    select from core.config_item_notes as owned
    where owned.config_id = items.id and num_nonnulls(owned.owner_team_id, owned.owner_person_id) > 0
  ))`
}

/**
 * Conditions of a filter by owner: `team:ID`, `person:ID` and `nobody`, each with `!` in front to exclude it.
 * @throws RequestError for anything else
 */
export function ownerConditions(text: string | undefined): Sql[] {
  const { included, excluded } = readValueList(text)
  return [
    ...(included.length === 0 ? [] : [ownedSql(included)]),
    ...(excluded.length === 0 ? [] : [sql`not ${ownedSql(excluded)}`]),
  ]
}

function valuedSql(name: string, values: readonly string[]): Sql {
  const lowered = values.map((value) => sql`lower(${value}::text)`)
  return sql`items.id in (
    select valued.config_id from core.config_field_values as valued
    where valued.field_id = (select id from core.config_fields where name = ${name})
      and lower(valued.text) in (${join(lowered, ', ')})
  )`
}

/** Conditions of a filter by fields with texts: `name=value`, each with `!` in front to exclude it; each name by itself. */
export function fieldConditions(text: string | undefined): Sql[] {
  const { included, excluded } = readValueList(text)
  const pairs = (list: readonly string[]) =>
    Map.groupBy(
      list.filter((pair) => pair.indexOf('=') > 0),
      (pair) => pair.slice(0, pair.indexOf('=')),
    )
  const values = (list: readonly string[]) => list.map((pair) => pair.slice(pair.indexOf('=') + 1))
  return [
    ...Array.from(pairs(included), ([name, own]) => valuedSql(name, values(own))),
    ...Array.from(pairs(excluded), ([name, own]) => sql`not ${valuedSql(name, values(own))}`),
  ]
}
