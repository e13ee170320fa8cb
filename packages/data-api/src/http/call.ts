import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type DataFunction, nameKey, type Parameter } from '../catalog/types.ts'
import type { Connections } from '../database.ts'
import { DataError } from '../errors.ts'
import { suggest } from '../plan/relationship.ts'
import type { Incoming } from '../plan/request.ts'
import { type Source, sourceOf } from '../plan/tree.ts'
import { preferenceApplied } from '../request/prefer.ts'
import { parseQuery } from '../request/query.ts'
import { answerOf } from '../sql/answer.ts'
import { identifier, qualified } from '../sql/names.ts'
import { compileRows, rangeSql } from '../sql/read.ts'
import { createTouched } from '../sql/touched.ts'
import { authorize, authorizeFirst } from './authorize.ts'
import { contentTypeOf, readArguments, readBody } from './body.ts'
import { countRows } from './count.ts'
import { type Media, negotiate } from './media.ts'
import { contentRange, rangeOf, rangeStatus } from './range.ts'
import { notSingular, planTree, textResponse } from './read.ts'

/** The arguments of a call: by name as texts, by name in a JSON object, or one body for one unnamed parameter. */
type Given =
  | { kind: 'texts'; values: ReadonlyMap<string, readonly string[]> }
  | { kind: 'json'; json: string; names: readonly string[] }
  | { kind: 'body'; text: string; type: string }

function namesOf(given: Given): readonly string[] {
  return given.kind === 'texts' ? [...given.values.keys()] : given.kind === 'json' ? given.names : []
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
  { catalog, schema }: Pick<Incoming<unknown>, 'catalog' | 'schema'>,
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

/** The overload that takes the given arguments; the one with a single unnamed parameter takes any body. */
function choose<Actor>(
  incoming: Incoming<Actor>,
  name: string,
  given: Given,
  contentType: string,
): { called: DataFunction; whole: boolean } {
  const overloads = incoming.catalog.functions.get(nameKey(incoming.schema, name)) ?? []
  const names = namesOf(given)
  const posted = incoming.method === 'POST'
  const byNames = given.kind === 'body' ? [] : overloads.filter((overload) => accepts(overload, names))
  const exact = byNames.filter(({ parameters }) => parameters.length === names.length)
  const [first, second] = exact.length > 0 ? exact : byNames
  if (first !== undefined && second !== undefined)
    throw new DataError(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${byNames.map(signature).join(', ')}`,
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    )
  if (first !== undefined) return { called: first, whole: false }
  const whole = posted ? overloads.find((overload) => takesBody(overload, contentType)) : undefined
  if (whole !== undefined) return { called: whole, whole: true }
  throw notFound(incoming, name, names, overloads, posted)
}

/** One argument from texts: the last of several values, or all of them for a variadic parameter. */
function textArgument({ name, type, variadic }: Parameter, values: readonly string[]): Sql {
  if (variadic) return sql`variadic ${identifier(name)} := ${[...values]}::${raw(type)}`
  return sql`${identifier(name)} := ${values.at(-1) ?? null}::${raw(type)}`
}

/** The call, and what has to stand before it in `from` for its arguments. */
function callOf(called: DataFunction, given: Given, whole: boolean): { call: Sql; before: Sql | undefined } {
  const name = qualified(called)
  if (whole) {
    const text = given.kind === 'json' ? given.json : given.kind === 'body' ? given.text : '{}'
    const type = called.parameters[0]?.type ?? 'json'
    const value = type === 'bytea' ? sql`convert_to(${text}, 'UTF8')` : sql`${text}::${raw(type)}`
    return { call: sql`${name}(${value})`, before: undefined }
  }
  const names = namesOf(given)
  const used = called.parameters.filter((parameter) => names.includes(parameter.name))
  if (given.kind !== 'json' || used.length === 0) {
    const values = given.kind === 'texts' ? given.values : new Map<string, string[]>()
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
    before: sql`json_to_record(${given.json}::json) as _a (${join(typed, ', ')})`,
  }
}

async function readGiven<Actor>(
  incoming: Incoming<Actor>,
  values: readonly (readonly [string, string])[],
): Promise<{ given: Given; contentType: string }> {
  const { request, method, settings } = incoming
  const contentType = contentTypeOf(request)
  if (method !== 'POST') {
    const grouped = Map.groupBy(values, ([name]) => name)
    return {
      given: {
        kind: 'texts',
        values: new Map([...grouped].map(([name, pairs]) => [name, pairs.map(([, value]) => value)])),
      },
      contentType,
    }
  }
  const text = await readBody(request, settings.limits)
  if (contentType === 'application/json') {
    // One unnamed json parameter takes any JSON; named ones need an object.
    if (text !== '' && !text.trimStart().startsWith('{')) {
      try {
        JSON.parse(text)
      } catch {
        throw new DataError(400, 'PGRST102', 'Empty or invalid json')
      }
      return { given: { kind: 'body', text, type: contentType }, contentType }
    }
    return { given: { kind: 'json', ...readArguments(text) }, contentType }
  }
  if (contentType === 'application/x-www-form-urlencoded') {
    const pairs = Map.groupBy(new URLSearchParams(text), ([name]) => name)
    return {
      given: {
        kind: 'texts',
        values: new Map([...pairs].map(([name, all]) => [name, all.map(([, value]) => value)])),
      },
      contentType,
    }
  }
  if (unnamedTypes.has(contentType)) return { given: { kind: 'body', text, type: contentType }, contentType }
  throw new DataError(400, 'PGRST102', `Content-Type not acceptable: ${contentType}`)
}

/** What the rows of a function can be asked about. */
function sourceOfCall<Actor>(incoming: Incoming<Actor>, called: DataFunction): Source {
  const { returns } = called
  if (returns.kind === 'composite' && returns.relation !== undefined)
    return { ...sourceOf(incoming.catalog, returns.relation), name: called.name }
  const columns = returns.kind === 'composite' ? returns.columns : []
  return {
    name: called.name,
    columns: new Map(columns.map((column) => [column.name, column])),
    computed: new Map(),
    relation: undefined,
  }
}

interface ResultRow {
  body: string | null
  rows: string
}

/** Answers GET, HEAD and POST of `/rpc/NAME`. */
export async function callFunction<Actor>(
  incoming: Incoming<Actor>,
  connections: Connections,
  name: string,
): Promise<Response> {
  const { request, method, catalog, settings, search, preferences } = incoming
  if (!['GET', 'HEAD', 'POST'].includes(method))
    throw new DataError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  authorizeFirst(incoming, 'function', name, 'execute')
  const query = parseQuery(search, { ...settings, callsFunction: method !== 'POST' })
  const { given, contentType } = await readGiven(incoming, query.arguments)
  const { called, whole } = choose(incoming, name, given, contentType)
  const { returns } = called
  const { call, before } = callOf(called, given, whole)
  const source = sourceOfCall(incoming, called)
  const node = planTree(incoming, source, query, settings.tolerances && method !== 'POST')
  const touched = createTouched()
  touched.call(called)
  if (returns.kind === 'composite' && returns.relation !== undefined) touched.relation(returns.relation)
  const compilation = { catalog, touched }
  const media = negotiate(request.headers.get('accept'), (candidate) => serves(candidate, called))
  const arguments_ = before === undefined ? sql`` : sql`${before}, lateral `
  const range = rangeOf(
    method === 'GET' ? request.headers.get('range') : null,
    node.limit,
    node.offset,
    settings.limits.maximumRows,
  )

  let statement: Sql
  if (returns.kind === 'composite') {
    const from = sql`${arguments_}${call} as ${identifier(node.alias)}`
    const rows = compileRows({ ...node, ...range }, from, [], compilation)
    const single = !returns.set
    const format = media.format === 'csv' ? 'csv' : single || media.format === 'object' ? 'object' : 'array'
    const answer = answerOf(rows.sql, rows.keys, format, media.stripNulls)
    statement = sql`select ${answer.body} as body, count(*) as rows from ${answer.from}`
  } else {
    const part = returns.kind === 'scalar' && returns.set ? rangeSql(range) : sql``
    const value = sql`${arguments_}(select ${call} as _value${part}) as _v`
    statement = scalarStatement(value, returns.kind === 'void' ? 'void' : returns.set ? 'set' : 'one', media)
  }
  authorize(incoming, touched)

  const run = async () => {
    if (method !== 'POST') return connections.read<ResultRow>(statement)
    return connections.transact<ResultRow[]>(async (transaction) => {
      return {
        result: await transaction.query<ResultRow>(statement),
        undo: preferences.transaction === 'rollback',
      }
    })
  }
  const [result] = await run()
  const rows = Number(result?.rows ?? 0)
  if (returns.kind === 'void') return textResponse(204, null, {})
  if (media.format === 'object' && returns.set && rows !== 1) throw notSingular(rows)
  const set = returns.set
  const total =
    preferences.count === undefined
      ? undefined
      : returns.kind === 'composite' && set && method !== 'POST'
        ? (
            await countRows(
              connections,
              preferences.count,
              node,
              sql`${arguments_}${call} as ${identifier(node.alias)}`,
              compilation,
              settings.countBudget,
            )
          ).total
        : rows
  const status = rangeStatus(range.offset, rows, total)
  return textResponse(status, method === 'HEAD' ? null : (result?.body ?? 'null'), {
    'content-type': media.contentType,
    'content-range': contentRange(range.offset, set ? rows : 1, total),
    'preference-applied': preferenceApplied({
      count: preferences.count,
      handling: preferences.handling,
      transaction: method === 'POST' ? preferences.transaction : undefined,
      timeZone: preferences.timeZone,
    }),
    'content-profile': incoming.profile ? incoming.schema : undefined,
  })
}

function serves({ format }: Media, { returns }: DataFunction): boolean {
  if (format === 'array') return true
  if (returns.kind === 'void') return format !== 'openapi'
  if (format === 'scalar') return returns.kind === 'scalar' && !returns.set
  if (format === 'object') return returns.kind === 'composite' || !returns.set
  return returns.kind === 'composite' && format === 'csv'
}

function scalarStatement(from: Sql, kind: 'void' | 'one' | 'set', media: Media): Sql {
  // The column is read so that the call happens, also when nothing of it is shown.
  if (kind === 'void') return sql`select count(_v._value) as rows, '' as body from ${from}`
  if (kind === 'set')
    return sql`select coalesce(json_agg(_v._value), '[]')::text as body, count(*) as rows from ${from}`
  if (media.format === 'scalar') return sql`select _v._value::text as body, 1 as rows from ${from}`
  return sql`select to_json(_v._value)::text as body, 1 as rows from ${from}`
}
