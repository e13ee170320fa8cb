import type { Catalog, Column, DataFunction, Relation } from '../catalog/types.ts'

/** The JSON Schema type of a column. */
function typeOf(type: string): { type?: string; items?: object } {
  if (type.endsWith('[]')) return { type: 'array', items: typeOf(type.slice(0, -2)) }
  if (/^(smallint|integer|bigint|int\d)/.test(type)) return { type: 'integer' }
  if (/^(numeric|real|double precision|float\d)/.test(type)) return { type: 'number' }
  if (type.startsWith('bool')) return { type: 'boolean' }
  if (/^jsonb?$/.test(type)) return {}
  return { type: 'string' }
}

function property(column: Column) {
  return {
    ...typeOf(column.type),
    format: column.type,
    ...(column.description !== null && { description: column.description }),
    ...(column.enumeration.length > 0 && { enum: column.enumeration }),
    ...(column.defaultExpression !== undefined && { default: column.defaultExpression }),
  }
}

function definition(relation: Relation) {
  const columns = [...relation.columns.values()]
  return {
    type: 'object',
    ...(relation.description !== null && { description: relation.description }),
    required: columns
      .filter(({ nullable, defaultExpression }) => !nullable && defaultExpression === undefined)
      .map(({ name }) => name),
    properties: Object.fromEntries(columns.map((column) => [column.name, property(column)])),
  }
}

const reference = (name: string) => ({ $ref: `#/parameters/${name}` })

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
  const filters = [...relation.columns.keys()].map((column) =>
    reference(`rowFilter.${relation.name}.${column}`),
  )
  const body = {
    name: relation.name,
    in: 'body',
    schema: { $ref: `#/definitions/${relation.name}` },
  }
  const tags = [relation.name]
  const summary = relation.description ?? undefined
  const rows = {
    description: 'OK',
    schema: { type: 'array', items: { $ref: `#/definitions/${relation.name}` } },
  }
  return {
    get: {
      tags,
      summary,
      parameters: [...filters, ...['select', 'order', 'range', 'offset', 'limit', 'prefer'].map(reference)],
      responses: { '200': rows, '206': { description: 'Partial Content' } },
    },
    ...(relation.insertable && {
      post: {
        tags,
        summary,
        parameters: [body, ...['select', 'columns', 'on_conflict', 'prefer'].map(reference)],
        responses: { '201': { description: 'Created' } },
      },
    }),
    ...(relation.updatable && {
      patch: {
        tags,
        summary,
        parameters: [...filters, body, ...['select', 'columns', 'prefer'].map(reference)],
        responses: { '204': { description: 'No Content' } },
      },
    }),
    ...(relation.deletable && {
      delete: {
        tags,
        summary,
        parameters: [...filters, ...['select', 'prefer'].map(reference)],
        responses: { '204': { description: 'No Content' } },
      },
    }),
  }
}

function callOf(called: DataFunction) {
  const { parameters, description, name } = called
  const properties = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, { ...typeOf(parameter.type), format: parameter.type }]),
  )
  const shape = {
    tags: [`(rpc) ${name}`],
    summary: description ?? undefined,
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
    ...(!called.volatile && { get: { ...shape, parameters: query } }),
    post: {
      ...shape,
      parameters: [
        {
          name: 'args',
          in: 'body',
          required: true,
          schema: {
            type: 'object',
            required: parameters.filter(({ required }) => required).map((parameter) => parameter.name),
            properties,
          },
        },
      ],
    },
  }
}

/**
 * Describes a schema in Swagger 2.0, which is what clients of PostgREST read.
 * @param visible whether the one who asks may see a relation or function
 */
export function describeSchema(
  catalog: Catalog,
  schema: string,
  visible: (kind: 'relation' | 'function', name: string) => boolean,
): object {
  const relations = [...catalog.relations.values()].filter(
    (relation) => relation.schema === schema && visible('relation', relation.name),
  )
  const functions = [...catalog.functions.values()].flatMap(([first]) =>
    first?.schema === schema && visible('function', first.name) ? [first] : [],
  )
  return {
    swagger: '2.0',
    info: { title: schema, version: '12' },
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
    definitions: Object.fromEntries(relations.map((relation) => [relation.name, definition(relation)])),
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
