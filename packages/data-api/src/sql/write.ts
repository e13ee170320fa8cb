import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Column, Relation } from '../catalog/types.ts'
import type { Conflict } from '../options.ts'
import type { Node } from '../plan/tree.ts'
import { bodyRows, columnList } from './body.ts'
import { nodeConditions, where } from './conditions.ts'
import type { Compilation } from './fields.ts'
import { columnOf, identifier, qualified } from './names.ts'
import { orderBy, rangeSql } from './read.ts'

/** Values of columns as texts. */
export type KeyValues = readonly (readonly [column: string, value: string])[]

export interface Insertion {
  relation: Relation
  json: string
  columns: readonly Column[]
  defaults: boolean
  conflict: Conflict | undefined
  /** Writes only rows of the body with these values, as PUT requires. */
  only: KeyValues
  /** The condition on rows, named `_0`, that may be changed if a key is taken. Undefined for all. */
  own: Sql | undefined
  /** Columns that the statement returns. */
  returning: readonly Column[]
}

function list(names: readonly string[]): Sql {
  return join(names.map(identifier), ', ')
}

function onConflict(
  { columns, resolution }: Conflict,
  written: readonly Column[],
  own: Sql | undefined,
): Sql {
  const target = sql` on conflict (${list(columns)})`
  if (resolution === 'ignore-duplicates' || written.length === 0) return sql`${target} do nothing`
  const settings = written.map(({ name }) => sql`${identifier(name)} = excluded.${identifier(name)}`)
  return sql`${target} do update set ${join(settings, ', ')}${where(own === undefined ? [] : [own])}`
}

/** Whether a written row is new: the statement sees the table as it was before. */
function isNew(table: Sql, conflict: Conflict | undefined): Sql {
  if (conflict === undefined) return sql`true`
  const same = conflict.columns.map((name) => sql`${columnOf('_old', name)} = ${columnOf('_0', name)}`)
  return sql`not exists (select 1 from ${table} as _old${where(same)})`
}

/** Compiles an insert that returns columns of the written rows, and `_inserted`: whether the row is new. */
export function compileInsert(insertion: Insertion): Sql {
  const { relation, json, columns, defaults, conflict, only, own, returning: returned } = insertion
  const table = qualified(relation)
  const returning = sql` returning ${columnList('_0', returned)}, ${isNew(table, conflict)} as _inserted`
  const taken = conflict === undefined ? empty : onConflict(conflict, columns, own)
  if (columns.length === 0)
    return sql`insert into ${table} as _0 select from json_array_elements(${json}::json)${taken}${returning}`
  const kept = only.map(([column, value]) => sql`${columnOf('_body', column)} = ${value}`)
  return sql`insert into ${table} as _0 (${list(columns.map(({ name }) => name))})
    select ${columnList('_body', columns)} from ${bodyRows(json, columns, defaults)} as _body${where(kept)}${taken}${returning}`
}

/** The condition on the rows of an update or delete. */
export function matching(node: Node, relation: Relation, compilation: Compilation): Sql {
  const terms = nodeConditions(node, compilation)
  if (node.limit === undefined && node.offset === undefined) return where(terms)
  const keys = relation.primaryKey
  const inner = sql`select ${join(
    keys.map((key) => columnOf(node.alias, key)),
    ', ',
  )} from ${qualified(relation)} as ${identifier(node.alias)}${where(terms)}${orderBy(node, compilation)}${rangeSql(node)}`
  return sql` where (${join(
    keys.map((key) => columnOf(node.alias, key)),
    ', ',
  )}) in (${inner})`
}

/**
 * Compiles an update of the rows that a node's filters match. It returns some of their columns. The body is one
 * object.
 */
export function compileUpdate(
  node: Node,
  relation: Relation,
  body: { json: string; columns: readonly Column[]; defaults: boolean },
  returning: readonly Column[],
  compilation: Compilation,
): Sql {
  const settings = body.columns.map(({ name }) => sql`${identifier(name)} = ${columnOf('_body', name)}`)
  return sql`update ${qualified(relation)} as ${identifier(node.alias)} set ${join(settings, ', ')}
    from ${bodyRows(body.json, body.columns, body.defaults)} as _body${matching(node, relation, compilation)}
    returning ${columnList(node.alias, returning)}, false as _inserted`
}

/** Compiles a deletion of the rows that a node's filters match. It returns some of their columns. */
export function compileDelete(
  node: Node,
  relation: Relation,
  returning: readonly Column[],
  compilation: Compilation,
): Sql {
  return sql`delete from ${qualified(relation)} as ${identifier(node.alias)}${matching(node, relation, compilation)}
    returning ${columnList(node.alias, returning)}, false as _inserted`
}
