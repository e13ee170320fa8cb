import sql, { join, raw, type Sql } from 'sql-template-tag'

/** What a list is sorted by. */
export interface Order {
  /** SQL of columns with what is sorted by, for a subquery. */
  columns: Sql
  /** SQL of the order by those columns. */
  by: Sql
}

interface Key {
  value: Sql
  isDescending: boolean
  /** Whether the value is never null: an index gives such values in order, as it would not with "nulls last". */
  isFilled?: boolean
}

/** The direction of an order. */
export const directionSql = (isDescending: boolean) => (isDescending ? sql`desc` : sql`asc`)

/**
 * An order, for a statement that needs it several times. Values have names: written twice with its parameters, one value
 * would be two for the database, and it would sort all rows by each of them.
 * @param rest SQL of what decides among rows with the same values
 */
export function orderBy(keys: readonly Key[], rest: readonly Sql[]): Order {
  const named = keys.map((key, index) => ({ ...key, name: raw(`sort_${index}`) }))
  const columns = named.map(({ value, name }) => sql`${value} as ${name}`)
  const order = named.map(({ name, isDescending, isFilled }) =>
    isFilled === true
      ? sql`${name} ${directionSql(isDescending)}`
      : sql`${name} ${directionSql(isDescending)} nulls last`,
  )
  return { columns: join(columns, ', '), by: join([...order, ...rest], ', ') }
}
