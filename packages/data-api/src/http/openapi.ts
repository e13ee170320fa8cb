import type { Catalog, Column, DataFunction, Relation, Relationship } from '../catalog/types.ts'

/** The JSON Schema type of a column. */
function typeOf(type: string): { type?: string; items?: object } {
  if (type.endsWith('[]')) return { type: 'array', items: typeOf(type.slice(0, -2)) }
  if (/^(smallint|integer|bigint|int\d)/.test(type)) return { type: 'integer' }
  if (/^(numeric|real|double precision|float\d)/.test(type)) return { type: 'number' }
  if (type.startsWith('bool')) return { type: 'boolean' }
  if (/^jsonb?$/.test(type)) return {}
  return { type: 'string' }
}

/** The first line of a comment is the summary, the others are the description. */
function descriptionOf(comment: string | null) {
  const [summary, ...rest] = (comment ?? '').split('\n')
  return {
    summary: summary === '' ? undefined : summary,
    description: rest.length === 0 ? undefined : rest.join('\n').trim(),
  }
}

/** Returns a constant default as JSON. Other expressions are returned as text. */
function plainDefault(column: Column): unknown {
  const text = column.defaultExpression ?? ''
  const literal = /^'((?:[^']|'')*)'::/.exec(text)?.[1]
  if (literal !== undefined) return literal.replaceAll("''", "'")
  const { type } = typeOf(column.type)
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text
}

/** Clients look for keys in descriptions. */
function notes(
  relation: Relation,
  column: Column,
  relationships: readonly Relationship[],
): string | undefined {
  const found = [
    ...(column.description === null ? [] : [column.description]),
    ...(relation.primaryKey.includes(column.name) ? ['Note:\nThis is a Primary Key.<pk/>'] : []),
    ...relationships
      .filter(
        ({ fromOrigin, computed, columns, target, targetTable }) =>
          fromOrigin &&
          computed === undefined &&
          columns.length === 1 &&
          columns[0]?.[0] === column.name &&
          target.name === targetTable,
      )
      .slice(0, 1)
      .map(({ target, columns }) => {
        const other = columns[0]?.[1] ?? ''
        return `Note:\nThis is a Foreign Key to \`${target.name}.${other}\`.<fk table='${target.name}' column='${other}'/>`
      }),
  ]
  return found.length === 0 ? undefined : found.join('\n\n')
}

function property(relation: Relation, column: Column, relationships: readonly Relationship[]) {
  return {
    ...typeOf(column.type),
    format: column.type,
    description: notes(relation, column, relationships),
    ...(column.enumeration.length > 0 && { enum: column.enumeration }),
    ...(column.defaultExpression !== undefined && { default: plainDefault(column) }),
  }
}

/** Swagger 2.0 does not allow an empty list of required names. */
function requiredOf(named: readonly { name: string }[]): { required?: string[] } {
  return named.length === 0 ? {} : { required: named.map(({ name }) => name) }
}

function definition(relation: Relation, relationships: readonly Relationship[]) {
  const columns = [...relation.columns.values()]
  return {
    type: 'object',
    ...(relation.description !== null && { description: relation.description }),
    ...requiredOf(columns.filter(({ nullable }) => !nullable)),
    properties: Object.fromEntries(
      columns.map((column) => [column.name, property(relation, column, relationships)]),
    ),
  }
}

/** Escapes a name for a reference, which is a JSON pointer in a URL. */
const pointer = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

const reference = (name: string) => ({ $ref: `#/parameters/${pointer(name)}` })

const shared = {
  select: { name: 'select', in: 'query', type: 'string', description: 'Columns and embedded resources' },
  order: { name: 'order', in: 'query', type: 'string', description: 'Order' },
  limit: { name: 'limit', in: 'query', type: 'string', description: 'Rows at most' },
  offset: { name: 'offset', in: 'query', type: 'string', description: 'Rows to pass over' },
  on_conflict: {
    name: 'on_conflict',
    in: 'query',
    type: 'string',
    description: 'Columns that tell rows apart',
  },
  columns: { name: 'columns', in: 'query', type: 'string', description: 'Columns to read from the body' },
  range: { name: 'Range', in: 'header', type: 'string', description: 'Rows by their numbers' },
  prefer: {
    name: 'Prefer',
    in: 'header',
    type: 'string',
    description: 'return, count, resolution, missing, handling, tx',
  },
}

function pathOf(relation: Relation) {
  // Each parameter name is described once, so columns with the name of another parameter cannot be filtered by.
  const filters = [...relation.columns.keys()]
    .filter((column) => !Object.hasOwn(shared, column))
    .map((column) => reference(`rowFilter.${relation.name}.${column}`))
  const body = {
    name: relation.name,
    in: 'body',
    schema: { $ref: `#/definitions/${pointer(relation.name)}` },
  }
  const tags = [relation.name]
  const words = descriptionOf(relation.description)
  const rows = {
    description: 'OK',
    schema: { type: 'array', items: { $ref: `#/definitions/${pointer(relation.name)}` } },
  }
  return {
    get: {
      tags,
      ...words,
      parameters: [...filters, ...['select', 'order', 'range', 'offset', 'limit', 'prefer'].map(reference)],
      responses: { '200': rows, '206': { description: 'Partial Content' } },
    },
    ...(relation.insertable && {
      post: {
        tags,
        ...words,
        parameters: [body, ...['select', 'columns', 'on_conflict', 'prefer'].map(reference)],
        responses: { '201': { description: 'Created' } },
      },
    }),
    ...(relation.updatable && {
      patch: {
        tags,
        ...words,
        parameters: [...filters, body, ...['select', 'columns', 'prefer'].map(reference)],
        responses: { '204': { description: 'No Content' } },
      },
    }),
    ...(relation.deletable && {
      delete: {
        tags,
        ...words,
        parameters: [...filters, ...['select', 'prefer'].map(reference)],
        responses: { '204': { description: 'No Content' } },
      },
    }),
  }
}

function callOf(called: DataFunction) {
  const { parameters, description, name } = called
  // Such a function takes a whole body, so queries cannot name its parameter.
  const unnamed = parameters.find((parameter) => parameter.name === '')
  const properties = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, { ...typeOf(parameter.type), format: parameter.type }]),
  )
  const shape = {
    tags: [`(rpc) ${name}`],
    ...descriptionOf(description),
    responses: { '200': { description: 'OK' } },
  }
  const query = parameters.map((parameter) => ({
    name: parameter.name,
    in: 'query',
    required: parameter.required,
    type: 'string',
    format: parameter.type,
  }))
  return {
    ...(!called.volatile && unnamed === undefined && { get: { ...shape, parameters: query } }),
    post: {
      ...shape,
      parameters: [
        {
          name: 'args',
          in: 'body',
          required: true,
          schema:
            unnamed === undefined
              ? { type: 'object', ...requiredOf(parameters.filter(({ required }) => required)), properties }
              : { ...typeOf(unnamed.type), format: unnamed.type },
        },
      ],
    },
  }
}

/**
 * Describes a schema in Swagger 2.0, which clients of PostgREST read.
 * @param visible whether the sender may see a relation or function
 */
export function describeSchema(
  catalog: Catalog,
  schema: string,
  visible: (kind: 'relation' | 'function', name: string) => boolean,
): object {
  const relations = [...catalog.relations.values()].filter(
    (relation) => relation.schema === schema && !relation.partition && visible('relation', relation.name),
  )
  const functions = [...catalog.functions.values()].flatMap(([first]) =>
    first?.schema === schema && visible('function', first.name) ? [first] : [],
  )
  const words = descriptionOf(catalog.comments.get(schema) ?? null)
  return {
    swagger: '2.0',
    info: { title: words.summary ?? schema, description: words.description, version: '12' },
    basePath: '/',
    consumes: ['application/json', 'text/csv'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: {
      '/': {
        get: {
          summary: 'This description',
          produces: ['application/openapi+json'],
          responses: { '200': { description: 'OK' } },
        },
      },
      ...Object.fromEntries(relations.map((relation) => [`/${relation.name}`, pathOf(relation)])),
      ...Object.fromEntries(functions.map((called) => [`/rpc/${called.name}`, callOf(called)])),
    },
    definitions: Object.fromEntries(
      relations.map((relation) => [
        relation.name,
        definition(relation, catalog.relationships.get(relation) ?? []),
      ]),
    ),
    parameters: {
      ...shared,
      ...Object.fromEntries(
        relations.flatMap((relation) =>
          [...relation.columns.values()].map((column) => [
            `rowFilter.${relation.name}.${column.name}`,
            { name: column.name, in: 'query', type: 'string', format: column.type },
          ]),
        ),
      ),
    },
  }
}
