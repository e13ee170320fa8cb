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
 * The rows of a JSON body as rows of SQL. PostgreSQL reads the JSON itself, so that no number loses a digit.
 * @param json an array of objects, as text
 * @param columns what is read from each object; there has to be one at least
 * @param defaults whether what an object leaves out gets the column's default instead of null
 */
export function bodyRows(json: string, columns: readonly Column[], defaults: boolean): Sql {
  const filled = defaults ? columns.filter(({ defaultExpression }) => defaultExpression !== undefined) : []
  if (filled.length === 0)
    return sql`(select * from json_to_recordset(${json}::json) as _rows (${typed(columns)}))`
  // Only what is missing is computed: a default may take a number from a sequence.
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

/** The columns of rows with an alias, in their order. A table may have none, a list of columns may not. */
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
