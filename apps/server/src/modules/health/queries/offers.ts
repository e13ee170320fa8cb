import type { QueryOffers } from '@binnacle/contract/health'
import { MOST_OFFERS, offersAt as offersOf, type SqlField } from '@binnacle/query'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { checkFields } from './check-fields.ts'
import { escapePattern } from '../../../platform/database/pattern.ts'
import { scopeTables } from './scope.ts'

/** Newest checks whose values are suggested: all of 100,000 would be read for each letter. */
const LOOKED_AT = 10_000

const inUse = sql`where checks.id in (
  select newest.id from core.checks as newest where newest.deleted_at is null order by newest.id desc limit ${LOOKED_AT}
)`

/** SQL of all values of a field, one for each check. */
function valuesSql(field: SqlField, key: string | undefined): Sql {
  if (field.kind !== 'map') return sql`select ${field.sql} as value from ${scopeTables} ${inUse}`
  if (key !== undefined)
    return sql`select ${field.sql} ->> ${key}::text as value from ${scopeTables} ${inUse}`
  return sql`select label.value from ${scopeTables} cross join jsonb_each_text(${field.sql}) as label ${inUse}`
}

/** Texts that start with the typed text in any case, in alphabetical order. */
async function beginning(pool: Pool, prefix: string, all: Sql): Promise<string[]> {
  const { rows } = await pool.query<{ value: string }>(sql`
    select distinct value from (${all}) as found
    where value <> '' and lower(value) like lower(${`${escapePattern(prefix)}%`}::text)
    order by value limit ${MOST_OFFERS}`)
  return rows.map(({ value }) => value)
}

/**
 * Suggestions at a position of a query: names of fields, keys of labels, and values of the newest checks.
 * @param at number of characters before the position
 */
export function offersAt(pool: Pool, text: string, at: number): Promise<QueryOffers> {
  return offersOf(
    checkFields,
    {
      keys: (map, prefix) =>
        beginning(
          pool,
          prefix,
          sql`select jsonb_object_keys(${map.sql}) as value from ${scopeTables} ${inUse}`,
        ),
      async values({ field, key }, prefix) {
        const values = await beginning(pool, prefix, valuesSql(field, key))
        return values.map((value) => ({ value, help: '' }))
      },
    },
    text,
    at,
  )
}
