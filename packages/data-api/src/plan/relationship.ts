import leven from 'leven'
import type { Catalog, Relation, Relationship } from '../catalog/types.ts'
import { DataError } from '../errors.ts'

const LONGEST_NAME = 100

/** Suggests the name most similar to a misspelled one. @returns undefined if none is similar enough */
export function suggest(name: string, names: Iterable<string>): string | undefined {
  // No PostgreSQL name is that long, and comparing long texts is slow.
  if (name.length > LONGEST_NAME) return undefined
  let best: string | undefined
  let bestDistance = Math.max(2, Math.ceil(name.length / 3)) + 1
  for (const candidate of names) {
    const apart = leven(name.toLowerCase(), candidate.toLowerCase())
    if (apart < bestDistance) {
      best = candidate
      bestDistance = apart
    }
  }
  return best
}

/** Whether a row of the origin has at most one row of the target. */
export function isToOne({ cardinality }: Relationship): boolean {
  return cardinality === 'many-to-one' || cardinality === 'one-to-one'
}

function hasOriginColumn(relationship: Relationship, column: string): boolean {
  return relationship.columns.length === 1 && relationship.columns[0]?.[0] === column
}

function hasTargetColumn(relationship: Relationship, column: string): boolean {
  return relationship.columns.length === 1 && relationship.columns[0]?.[1] === column
}

function isOwnKey(relationship: Relationship): boolean {
  return relationship.fromOrigin && relationship.computed === undefined
}

/**
 * For a relationship of a relation with itself: the relation's name means its many rows, the column of the foreign
 * key the one.
 */
function matchesSelf(relationship: Relationship, name: string, hint: string | undefined): boolean {
  if (isOwnKey(relationship)) return hint === undefined && hasOriginColumn(relationship, name)
  return relationship.target.name === name && (hint === undefined || matchesHint(relationship, hint))
}

function matchesHint(relationship: Relationship, hint: string): boolean {
  const { junction } = relationship
  if (junction !== undefined)
    return junction.relation.name === hint || junction.constraints.some((constraint) => constraint === hint)
  return (
    relationship.constraint === hint ||
    hasOriginColumn(relationship, hint) ||
    hasTargetColumn(relationship, hint)
  )
}

function matches(relationship: Relationship, name: string, hint: string | undefined): boolean {
  if (relationship.computed !== undefined) return relationship.constraint === name
  if (relationship.origin === relationship.target) return matchesSelf(relationship, name, hint)
  if (hint !== undefined) return relationship.target.name === name && matchesHint(relationship, hint)
  return (
    relationship.target.name === name ||
    (relationship.junction === undefined && relationship.constraint === name) ||
    (isOwnKey(relationship) && hasOriginColumn(relationship, name))
  )
}

function describe(relationship: Relationship) {
  const { origin, target, constraint, cardinality, columns, junction } = relationship
  const list = (names: readonly string[]) => names.join(', ')
  const named =
    junction === undefined
      ? `${constraint} using ${origin.name}(${list(columns.map(([own]) => own))}) and ${target.name}(${list(columns.map(([, other]) => other))})`
      : `${junction.relation.name} using ${junction.constraints[0]}(${list(junction.origin.map(([, own]) => own))}) and ${junction.constraints[1]}(${list(junction.target.map(([own]) => own))})`
  return { cardinality, relationship: named, embedding: `${origin.name} with ${target.name}` }
}

function ambiguous(origin: Relation, name: string, found: readonly Relationship[]): DataError {
  const hints = found.map(
    ({ target, constraint, junction }) => `'${target.name}!${junction?.relation.name ?? constraint}'`,
  )
  return new DataError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${name}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${name}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function missing(catalog: Catalog, origin: Relation, name: string, hint: string | undefined): DataError {
  const names = (catalog.relationships.get(origin) ?? []).map(({ target }) => target.name)
  const near = names.includes(name) ? undefined : suggest(name, new Set(names))
  const byHint = hint === undefined ? '' : ` using the hint '${hint}'`
  return new DataError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${name}'${byHint} in the schema '${origin.schema}', but no matches were found.`,
      hint: near === undefined ? undefined : `Perhaps you meant '${near}' instead of '${name}'.`,
    },
  )
}

/**
 * Chooses among relationships. The name or column of a foreign key means the table, otherwise the view with the
 * table's name, otherwise any view. Relationships whose target has the requested name stay candidates too.
 */
function preferTables(name: string, found: readonly Relationship[]): readonly Relationship[] {
  if (found.length < 2) return found
  const named = found.filter(({ target, computed }) => target.name === name || computed !== undefined)
  const byKey = found.filter((relationship) => !named.includes(relationship))
  const tables = byKey.filter(({ target }) => target.kind === 'table')
  if (tables.length > 0) return [...named, ...tables]
  if (named.length > 0) return named
  const namesakes = byKey.filter(({ target, targetTable }) => target.name === targetTable)
  return namesakes.length > 0 ? namesakes : byKey
}

/**
 * Finds the relationship that an embed names.
 * Source: PostgREST 12, Resource Embedding: by the target's name, by the foreign key's name or column, by a hint.
 * @throws DataError if no relationship fits, or more than one
 */
export function findRelationship(
  catalog: Catalog,
  origin: Relation,
  name: string,
  hint: string | undefined,
): Relationship {
  const all = (catalog.relationships.get(origin) ?? []).filter(
    ({ target, computed }) => computed !== undefined || target.schema === origin.schema,
  )
  const found = preferTables(
    name,
    all.filter((relationship) => matches(relationship, name, hint)),
  )
  const computed = found.find((relationship) => relationship.computed !== undefined)
  const [first, second] = found
  if (first === undefined) throw missing(catalog, origin, name, hint)
  if (second === undefined) return first
  if (computed !== undefined) return computed
  throw ambiguous(origin, name, found)
}
