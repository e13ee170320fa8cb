import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type DataFunction, nameKey, type Parameter } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import { suggest } from '../plan/relationship.ts'
import type { IncomingRequest } from '../plan/request.ts'
import type { Query } from '../request/query.ts'
import { identifier, qualified } from '../sql/names.ts'
import { contentTypeOf, readBody, readArguments } from './body.ts'

/** Arguments of a call: texts by name, the first of some JSON objects, or a body for one unnamed parameter. */
export type CallArguments =
  | { kind: 'texts'; values: ReadonlyMap<string, readonly string[]> }
  | { kind: 'json'; rows: string; names: readonly string[]; text: string }
  | { kind: 'body'; text: string; type: string }

function namesOf(callArguments: CallArguments): readonly string[] {
  return callArguments.kind === 'texts'
    ? [...callArguments.values.keys()]
    : callArguments.kind === 'json'
      ? callArguments.names
      : []
}

const unnamedTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['application/json', ['json', 'jsonb']],
  ['text/plain', ['text']],
  ['text/xml', ['xml']],
  ['application/octet-stream', ['bytea']],
])

function takesBody({ parameters }: DataFunction, contentType: string): boolean {
  const [only, another] = parameters
  return (
    only !== undefined &&
    another === undefined &&
    only.name === '' &&
    unnamedTypes.get(contentType)?.includes(only.type) === true
  )
}

function accepts({ parameters }: DataFunction, names: readonly string[]): boolean {
  return (
    names.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every(({ name, required }) => !required || names.includes(name))
  )
}

function notFound(
  { catalog, schema }: Pick<IncomingRequest<unknown>, 'catalog' | 'schema'>,
  name: string,
  names: readonly string[],
  overloads: readonly DataFunction[],
  posted: boolean,
): DataError {
  const list = names.join(', ')
  const named = names.length === 0 ? `${schema}.${name} without parameters` : `${schema}.${name}(${list})`
  const searched =
    names.length === 0 ? 'without parameters' : `with parameter${names.length === 1 ? '' : 's'} ${list}`
  const [overload] = overloads
  const near =
    overload === undefined
      ? suggest(
          name,
          [...catalog.functions.values()].flatMap((all) => all.map((one) => one.name)),
        )
      : undefined
  return new DataError(404, 'PGRST202', `Could not find the function ${named} in the schema cache`, {
    details: `Searched for the function ${schema}.${name} ${searched}${posted ? ' or with a single unnamed json/jsonb parameter' : ''}, but no matches were found in the schema cache.`,
    hint:
      overload !== undefined
        ? `Perhaps you meant to call the function ${schema}.${name}(${overload.parameters.map((parameter) => parameter.name).join(', ')})`
        : near === undefined
          ? undefined
          : `Perhaps you meant to call the function ${schema}.${near}`,
  })
}

function signature({ schema, name, parameters }: DataFunction): string {
  return `${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`
}

function ambiguous(overloads: readonly DataFunction[]): DataError {
  return new DataError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${overloads.map(signature).join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

/** Chooses the overload that takes the given arguments. An overload with a single unnamed parameter takes any body. */
export function choose<Actor>(
  incoming: IncomingRequest<Actor>,
  name: string,
  callArguments: CallArguments,
  contentType: string,
): { called: DataFunction; whole: boolean } {
  const overloads = incoming.catalog.functions.get(nameKey(incoming.schema, name)) ?? []
  const names = namesOf(callArguments)
  const posted = incoming.method === 'POST'
  const byNames =
    callArguments.kind === 'body' ? [] : overloads.filter((overload) => accepts(overload, names))
  const exact = byNames.filter(({ parameters }) => parameters.length === names.length)
  const [first, second] = exact.length > 0 ? exact : byNames
  if (first !== undefined && second !== undefined) throw ambiguous(byNames)
  if (first !== undefined) return { called: first, whole: false }
  const takers = posted ? overloads.filter((overload) => takesBody(overload, contentType)) : []
  const [taker] = takers
  if (takers.length > 1) throw ambiguous(takers)
  if (taker !== undefined) return { called: taker, whole: true }
  throw notFound(incoming, name, names, overloads, posted)
}

/** Converts texts to one argument: the last value, or all of them for a variadic parameter. */
function textArgument({ name, type, variadic }: Parameter, values: readonly string[]): Sql {
  if (variadic) return sql`variadic ${identifier(name)} := ${[...values]}::${raw(type)}`
  return sql`${identifier(name)} := ${values.at(-1) ?? null}::${raw(type)}`
}

/** Returns the call, and the `from` items that provide its arguments. */
export function callOf(
  called: DataFunction,
  callArguments: CallArguments,
  whole: boolean,
): { call: Sql; before: Sql | undefined } {
  const name = qualified(called)
  if (whole) {
    const text =
      callArguments.kind === 'json'
        ? callArguments.text
        : callArguments.kind === 'body'
          ? callArguments.text
          : '{}'
    const type = called.parameters[0]?.type ?? 'json'
    const value = type === 'bytea' ? sql`convert_to(${text}, 'UTF8')` : sql`${text}::${raw(type)}`
    return { call: sql`${name}(${value})`, before: undefined }
  }
  const names = namesOf(callArguments)
  const used = called.parameters.filter((parameter) => names.includes(parameter.name))
  if (callArguments.kind !== 'json' || used.length === 0) {
    const values = callArguments.kind === 'texts' ? callArguments.values : new Map<string, string[]>()
    const list = used.map((parameter) => textArgument(parameter, values.get(parameter.name) ?? []))
    return { call: list.length === 0 ? sql`${name}()` : sql`${name}(${join(list, ', ')})`, before: undefined }
  }
  const list = used.map(
    (parameter) =>
      sql`${raw(parameter.variadic ? 'variadic ' : '')}${identifier(parameter.name)} := _a.${identifier(parameter.name)}`,
  )
  const typed = used.map((parameter) => sql`${identifier(parameter.name)} ${raw(parameter.type)}`)
  return {
    call: sql`${name}(${join(list, ', ')})`,
    before: sql`(select * from json_to_recordset(${callArguments.rows}::json) as _o (${join(typed, ', ')}) limit 1) as _a`,
  }
}

/**
 * Reads the arguments of a request.
 * @param query its parameters; those without an operator are the arguments of a GET, and `columns` selects those of a
 * JSON body
 */
export async function readCallArguments<Actor>(
  incoming: IncomingRequest<Actor>,
  { arguments: values, columns }: Pick<Query, 'arguments' | 'columns'>,
): Promise<{ callArguments: CallArguments; contentType: string }> {
  const { request, method, settings } = incoming
  const contentType = contentTypeOf(request)
  if (method !== 'POST') return { callArguments: textsOf(values), contentType }
  const text = await readBody(request, settings.limits)
  if (contentType === 'application/json')
    return { callArguments: readJsonArguments(text, columns), contentType }
  if (contentType === 'application/x-www-form-urlencoded')
    return { callArguments: textsOf([...new URLSearchParams(text)]), contentType }
  if (unnamedTypes.has(contentType))
    return { callArguments: { kind: 'body', text, type: contentType }, contentType }
  throw new DataError(400, 'PGRST102', `Content-Type not acceptable: ${contentType}`)
}

function textsOf(values: readonly (readonly [string, string])[]): CallArguments {
  const grouped = Map.groupBy(values, ([name]) => name)
  return {
    kind: 'texts',
    values: new Map([...grouped].map(([name, pairs]) => [name, pairs.map(([, value]) => value)])),
  }
}

/** Named parameters need objects, and the first one is used. One unnamed parameter takes any JSON. */
function readJsonArguments(text: string, columns: readonly string[] | undefined): CallArguments {
  if (text.trim() === '') return { kind: 'json', rows: '[{}]', names: [], text: '{}' }
  const rows = readArguments(text, columns)
  if (rows === undefined) return { kind: 'body', text, type: 'application/json' }
  return { kind: 'json', rows: rows.json, names: rows.keys, text }
}
