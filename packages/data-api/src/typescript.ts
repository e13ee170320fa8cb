import type { Catalog, Column, DataFunction, Relation, Relationship } from './catalog/types.ts'

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The TypeScript type of the JSON values of a PostgreSQL type. */
function typeOf(type: string, enumeration: readonly string[]): string {
  if (type.endsWith('[]')) return `${typeOf(type.slice(0, -2), enumeration)}[]`
  if (enumeration.length > 0) return `(${enumeration.map(quote).join(' | ')})`
  if (/^(smallint|integer|bigint|numeric|real|double precision|int\d|float\d)/.test(type)) return 'number'
  if (type.startsWith('bool')) return 'boolean'
  if (/^jsonb?$/.test(type)) return 'unknown'
  if (type === 'void') return 'undefined'
  return 'string'
}

function rowType(columns: Iterable<Column>, form: (column: Column) => string): string {
  const members = [...columns].map(
    (column) => `        ${quote(column.name)}${form(column)}: ${typeOf(column.type, column.enumeration)}`,
  )
  return `{\n${members.join('\n')}\n      }`
}

function relationshipType({ constraint, columns, cardinality, target, fromOrigin }: Relationship): string {
  const list = (names: readonly string[]) => `[${names.map(quote).join(', ')}]`
  return [
    '        {',
    `          foreignKeyName: ${quote(constraint)}`,
    `          columns: ${list(columns.map(([own]) => own))}`,
    `          isOneToOne: ${cardinality === 'one-to-one' && fromOrigin}`,
    `          referencedRelation: ${quote(target.name)}`,
    `          referencedColumns: ${list(columns.map(([, other]) => other))}`,
    '        },',
  ].join('\n')
}

function relationType(
  relation: Relation,
  relationships: readonly Relationship[],
  isUsed: (name: string) => boolean,
): string {
  const columns = [...relation.columns.values()]
  const key = new Set(relation.primaryKey)
  const read = (column: Column) => {
    const type = typeOf(column.type, column.enumeration)
    // PostgreSQL does not say which columns of a view are never null, but those of its key are not.
    const nullable = column.nullable && !key.has(column.name) && type !== 'unknown'
    return `        ${quote(column.name)}: ${type}${nullable ? ' | null' : ''}`
  }
  const own = relationships.filter(
    ({ fromOrigin, computed, target }) => fromOrigin && computed === undefined && isUsed(target.name),
  )
  const writes = relation.insertable || relation.updatable
  const written = rowType(
    columns.filter(({ writable }) => writable),
    () => '?',
  )
  return [
    `    ${quote(relation.name)}: {`,
    `      Row: {\n${columns.map(read).join('\n')}\n      }`,
    ...(writes ? [`      Insert: ${written}`, `      Update: ${written}`] : []),
    `      Relationships: [${own.length === 0 ? '' : `\n${own.map(relationshipType).join('\n')}\n      `}]`,
    '    }',
  ].join('\n')
}

function functionType({ name, parameters, returns }: DataFunction): string {
  const members = parameters.map(
    ({ name: parameter, type, required }) => `${quote(parameter)}${required ? '' : '?'}: ${typeOf(type, [])}`,
  )
  const result =
    returns.kind === 'void'
      ? 'undefined'
      : returns.kind === 'scalar'
        ? typeOf(returns.type, [])
        : rowType(returns.columns, () => '')
  const many = returns.kind !== 'void' && returns.set ? '[]' : ''
  const given = members.length === 0 ? 'Record<PropertyKey, never>' : `{ ${members.join('; ')} }`
  return `    ${quote(name)}: {\n      Args: ${given}\n      Returns: ${result}${many}\n    }`
}

/**
 * Writes a schema as the TypeScript type that `@supabase/postgrest-js` takes for its tables, views and functions.
 * @param name of the type
 * @param isUsed whether a client uses a relation or function; others are left out
 */
export function describeTypes(
  catalog: Catalog,
  schema: string,
  name: string,
  isUsed: (name: string) => boolean = () => true,
): string {
  const relations = [...catalog.relations.values()].filter(
    (relation) => relation.schema === schema && !relation.partition && isUsed(relation.name),
  )
  const describe = (kind: Relation['kind']) =>
    relations
      .filter((relation) => relation.kind === kind)
      .map((relation) => relationType(relation, catalog.relationships.get(relation) ?? [], isUsed))
      .join('\n')
  const functions = [...catalog.functions.values()].flatMap(([first]) =>
    first?.schema === schema && isUsed(first.name) ? [functionType(first)] : [],
  )
  const section = (title: string, content: string) =>
    `  ${title}: {${content === '' ? '' : `\n${content}\n  `}}`
  return [
    '// Made by `npm run generate`; change what it is made from instead.',
    '',
    `/** What the data service shows. */`,
    `export type ${name} = {`,
    section('Tables', describe('table')),
    section('Views', describe('view')),
    section('Functions', functions.join('\n')),
    '}',
    '',
  ].join('\n')
}
