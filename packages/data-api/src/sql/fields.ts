import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Catalog } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import { suggest } from '../plan/relationship.ts'
import type { Node } from '../plan/tree.ts'
import type { Field } from '../request/reader.ts'
import { columnOf, qualified } from './names.ts'
import type { RowRights } from './row-rights.ts'
import type { TouchCollector } from './touched.ts'

/** The state of compiling a request: its inputs, and what it collects. */
export interface Compilation {
  catalog: Catalog
  touched: TouchCollector
  rights: RowRights
  /** Most bytes of the answer. */
  answerBytes: number
  /** How often the same column may be selected. */
  columnUses: number
}

/** A value in a statement, with its PostgreSQL type. */
export interface Expression {
  sql: Sql
  type: string
}

const jsonTypes = new Set(['json', 'jsonb'])

/**
 * The column of a node, or the function that computes it.
 * @throws DataError if there is neither
 */
function columnExpression(node: Node, name: string, { touched }: Compilation): Expression {
  const { source, alias } = node
  const column = source.columns.get(name)
  if (column !== undefined) {
    if (source.relation !== undefined) touched.column(source.relation, name)
    return { sql: columnOf(alias, name), type: column.baseType }
  }
  const computed = source.computed.get(name)
  if (computed !== undefined && source.relation !== undefined) {
    touched.call(computed)
    return {
      sql: sql`${qualified(computed)}(${raw(`"${alias}"`)}::${qualified(source.relation)})`,
      type: computed.type,
    }
  }
  const near = suggest(name, [...source.columns.keys(), ...source.computed.keys()])
  throw new DataError(400, '42703', `column ${source.name}.${name} does not exist`, {
    hint:
      near === undefined ? undefined : `Perhaps you meant to reference the column "${source.name}.${near}".`,
  })
}

/** The value of a field: its column, and the steps into its JSON. Keys are parameters, never text of the statement. */
export function fieldExpression(node: Node, field: Field, compilation: Compilation): Expression {
  const column = columnExpression(node, field.name, compilation)
  if (field.path.length === 0) return column
  compilation.touched.weigh(field.path.length)
  const start = jsonTypes.has(column.type) ? column.sql : sql`to_jsonb(${column.sql})`
  const steps = field.path.map(({ key, text }) => {
    const arrow = raw(text ? '->>' : '->')
    return typeof key === 'number' ? sql`${arrow}${key}::int` : sql`${arrow}${key}::text`
  })
  const last = field.path.at(-1)
  return {
    sql: sql`(${start}${join(steps, '')})`,
    type: last?.text === true ? 'text' : column.type === 'json' ? 'json' : 'jsonb',
  }
}

/**
 * Casts a value to a type of the catalog. The name from the request is only looked up, never inserted.
 * @throws DataError if there is no such type
 */
export function castTo(value: Sql, cast: string | undefined, { catalog }: Compilation): Sql {
  if (cast === undefined) return value
  const written = cast.trim()
  let end = written.length
  while (written.startsWith('[]', end - 2)) end -= 2
  const [name, brackets] = [written.slice(0, end), written.slice(end)]
  const type = catalog.types.get(name.trim().toLowerCase().replaceAll(/ +/g, ' '))
  if (type === undefined) throw new DataError(400, '42704', `type "${name}" does not exist`)
  return sql`cast(${value} as ${raw(type)}${brackets === '' ? empty : raw(brackets)})`
}
