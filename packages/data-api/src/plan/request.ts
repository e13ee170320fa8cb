import { type Catalog, nameKey, type Relation } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import type { DataServiceOptions, Limits } from '../options.ts'
import { parsePrefer, type Preferences } from '../request/prefer.ts'
import { suggest } from './relationship.ts'

/** The options of a service with all defaults applied. */
export interface Settings<Actor> extends DataServiceOptions<Actor> {
  limits: Limits
  tolerances: boolean
  aggregates: boolean
  transactionEnd: boolean
}

/** A request with its parsed path and headers. */
export interface IncomingRequest<Actor> {
  request: Request
  method: string
  actor: Actor
  catalog: Catalog
  settings: Settings<Actor>
  schema: string
  /** Whether a header chose the schema. If so, the answer names it. */
  profile: boolean
  preferences: Preferences
  search: URLSearchParams
  path: readonly string[]
}

/** Splits the path of a relation or function: `/films`, `/rpc/search`, or the root. */
function readPath(pathname: string): string[] {
  try {
    return pathname
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent)
  } catch {
    throw invalidPath()
  }
}

export function invalidPath(): DataError {
  return new DataError(404, 'PGRST125', 'Invalid path specified in request URL')
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function schemaOf(request: Request, schemas: readonly string[]): { schema: string; profile: boolean } {
  const header = readMethods.has(request.method) ? 'accept-profile' : 'content-profile'
  const wanted = request.headers.get(header) ?? request.headers.get('accept-profile')
  const [first = 'public'] = schemas
  if (wanted === null) return { schema: first, profile: schemas.length > 1 }
  if (!schemas.includes(wanted))
    throw new DataError(406, 'PGRST106', `The schema must be one of the following: ${schemas.join(', ')}`)
  return { schema: wanted, profile: true }
}

/** Parses the parts of a request that do not depend on the relation. */
export function readIncoming<Actor>(
  request: Request,
  actor: Actor,
  catalog: Catalog,
  settings: Settings<Actor>,
  path?: string,
): IncomingRequest<Actor> {
  const { pathname, search } = new URL(request.url)
  if (search.length > settings.limits.queryLength)
    throw new DataError(
      414,
      'PGRST100',
      `The query string is longer than ${settings.limits.queryLength} characters`,
    )
  const parameters = new URLSearchParams(search.replace(/^\?&+/, '?'))
  for (const [key, value] of parameters)
    if (key.includes('\0') || value.includes('\0'))
      throw new DataError(400, 'PGRST100', 'The query string contains a null character')
  return {
    request,
    method: request.method,
    actor,
    catalog,
    settings,
    ...schemaOf(request, catalog.schemas),
    preferences: parsePrefer(request.headers.get('prefer'), {
      allowTransactions: settings.transactionEnd,
      timeZones: catalog.timeZones,
    }),
    search: parameters,
    path: readPath(path ?? pathname),
  }
}

/** @throws DataError 404 if the schema has no such table or view */
export function findRelation(
  { catalog, schema }: Pick<IncomingRequest<unknown>, 'catalog' | 'schema'>,
  name: string,
): Relation {
  const relation = catalog.relations.get(nameKey(schema, name))
  if (relation !== undefined) return relation
  const names = [...catalog.relations.values()]
    .filter((candidate) => candidate.schema === schema)
    .map((candidate) => candidate.name)
  const near = suggest(name, names)
  throw new DataError(404, '42P01', `relation "${schema}.${name}" does not exist`, {
    hint: near === undefined ? undefined : `Perhaps you meant the table '${schema}.${near}'`,
  })
}
