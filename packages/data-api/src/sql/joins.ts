import sql, { raw, type Sql } from 'sql-template-tag'
import type { Relationship } from '../catalog/types.ts'
import type { EmbedNode, Node } from '../plan/tree.ts'
import type { Compilation } from './fields.ts'
import { columnOf, identifier, qualified } from './names.ts'

/** The rows of an embed that belong to a row of its parent. */
export function joinedRows(
  parent: Node,
  embed: EmbedNode,
  compilation: Compilation,
): { from: Sql; terms: Sql[] } {
  const { relationship, alias } = embed
  const { junction, computed, target } = relationship
  compilation.touched.relation(target)
  if (computed !== undefined) {
    compilation.touched.call(computed)
    return {
      from: sql`${qualified(computed)}(${raw(`"${parent.alias}"`)}::${qualified(relationship.origin)}) as ${identifier(alias)}`,
      terms: [],
    }
  }
  const rows = sql`${qualified(target)} as ${identifier(alias)}`
  if (junction === undefined) {
    touchJoin(relationship, compilation)
    return {
      from: rows,
      terms: relationship.columns.map(
        ([origin, column]) => sql`${columnOf(alias, column)} = ${columnOf(parent.alias, origin)}`,
      ),
    }
  }
  touchJunction(relationship, junction, compilation)
  const between = `${alias}_j`
  const own = compilation.rights.condition(junction.relation, between)
  if (own !== undefined) compilation.touched.weigh(1 + own.values.length)
  return {
    from: sql`${qualified(junction.relation)} as ${identifier(between)}, ${rows}`,
    terms: [
      ...(own === undefined ? [] : [own]),
      ...junction.origin.map(
        ([origin, column]) => sql`${columnOf(between, column)} = ${columnOf(parent.alias, origin)}`,
      ),
      ...junction.target.map(
        ([column, other]) => sql`${columnOf(alias, other)} = ${columnOf(between, column)}`,
      ),
    ],
  }
}

function touchJunction(
  { origin, target }: Relationship,
  junction: NonNullable<Relationship['junction']>,
  { touched }: Compilation,
): void {
  for (const [own, between] of junction.origin) {
    touched.column(origin, own)
    touched.column(junction.relation, between)
  }
  for (const [between, other] of junction.target) {
    touched.column(junction.relation, between)
    touched.column(target, other)
  }
}

function touchJoin({ origin, target, columns }: Relationship, { touched }: Compilation): void {
  for (const [own, other] of columns) {
    touched.column(origin, own)
    touched.column(target, other)
  }
}
