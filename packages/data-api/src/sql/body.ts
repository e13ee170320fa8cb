import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Column, Relation } from '../catalog/types.ts'
import { columnOf, identifier } from './names.ts'

function typed(columns: readonly Column[]): Sql {
  return join(
    columns.map(({ name, type }) => sql`${identifier(name)} ${raw(type)}`),
    ', ',
  )
}

/**
 * Converts the rows of a JSON body to SQL rows. PostgreSQL parses the JSON itself, so that numbers lose no digits.
 * @param json an array of objects, as text
 * @param columns columns to read of each object, at least one
 * @param defaults whether a missing value gets the column's default instead of null
 */
export function bodyRows(json: string, columns: readonly Column[], defaults: boolean): Sql {
  const filled = defaults ? columns.filter(({ defaultExpression }) => defaultExpression !== undefined) : []
  if (filled.length === 0)
    return sql`(select * from json_to_recordset(${json}::json) as _rows (${typed(columns)}))`
  // Compute a default only for missing values: it may take a number from a sequence.
  const fillings = join(
    filled.map(
      ({ name, defaultExpression }) =>
        sql`case when _element::jsonb ? ${name}::text then '{}' else jsonb_build_object(${name}::text, ${raw(defaultExpression ?? 'null')}) end || `,
    ),
    '',
  )
  return sql`(select _rows.* from json_array_elements(${json}::json) as _element,
    lateral json_to_record((${fillings}_element::jsonb)::json) as _rows (${typed(columns)}))`
}

/** The columns of rows with an alias, in order. A table may have no columns, but a column list may not be empty. */
export function columnList(alias: string, columns: readonly Column[]): Sql {
  if (columns.length === 0) return sql`null as _nothing`
  return join(
    columns.map(({ name }) => columnOf(alias, name)),
    ', ',
  )
}

/** All columns of a relation. */
export function allColumns(relation: Relation): Column[] {
  return [...relation.columns.values()]
}
