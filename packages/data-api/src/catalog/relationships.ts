import type { Relation, Relationship } from './types.ts'

/** A foreign key between two relations. Views inherit those of their columns. */
export interface ForeignKey {
  constraint: string
  origin: Relation
  target: Relation
  columns: readonly (readonly [origin: string, target: string])[]
  /** The tables with the key. Origin and target may be views of them. */
  tables: readonly [origin: string, target: string]
  /** Whether the origin's columns are unique, so that at most one of its rows belongs to a row of the target. */
  unique: boolean
}

const flipped = (pairs: ForeignKey['columns']) => pairs.map(([origin, target]) => [target, origin] as const)

/** Returns both directions of a foreign key. */
function bothWays(key: ForeignKey): Relationship[] {
  const { constraint, origin, target, columns, tables, unique } = key
  return [
    {
      origin,
      target,
      constraint,
      columns,
      targetTable: tables[1],
      cardinality: unique ? 'one-to-one' : 'many-to-one',
      fromOrigin: true,
    },
    {
      origin: target,
      target: origin,
      constraint,
      columns: flipped(columns),
      targetTable: tables[0],
      cardinality: unique ? 'one-to-one' : 'one-to-many',
      fromOrigin: false,
    },
  ]
}

/** A table is a junction when the columns of two of its foreign keys are part of its primary key. */
function throughJunctions(keys: readonly ForeignKey[]): Relationship[] {
  const found: Relationship[] = []
  const byOrigin = Map.groupBy(keys, (key) => key.origin)
  for (const [relation, ownKeys] of byOrigin) {
    const primary = new Set(relation.primaryKey)
    const candidates = ownKeys.filter((key) => key.columns.every(([column]) => primary.has(column)))
    for (const first of candidates)
      for (const second of candidates) {
        if (first === second || first.constraint === second.constraint) continue
        found.push({
          origin: first.target,
          target: second.target,
          cardinality: 'many-to-many',
          constraint: `${relation.name} using ${first.constraint} and ${second.constraint}`,
          columns: [],
          targetTable: second.tables[1],
          fromOrigin: false,
          junction: {
            relation,
            origin: flipped(first.columns),
            target: second.columns,
            constraints: [first.constraint, second.constraint],
          },
        })
      }
  }
  return found
}

/**
 * Returns all relationships between exposed relations that foreign keys make.
 * @param exposed whether requests may name a relation; relationships to or through other relations are left out
 */
export function relationshipsOf(
  keys: readonly ForeignKey[],
  exposed: (relation: Relation) => boolean,
): Relationship[] {
  return [...keys.flatMap(bothWays), ...throughJunctions(keys)].filter(
    ({ origin, target, junction }) =>
      exposed(origin) && exposed(target) && (junction === undefined || exposed(junction.relation)),
  )
}
