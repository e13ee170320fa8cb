import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Column, Relation } from '../catalog/types.ts'
import type { Count, Transaction } from '../database.ts'
import { DataError } from '../errors.ts'
import type { Conflict, DataAction } from '../options.ts'
import { suggest } from '../plan/relationship.ts'
import type { IncomingRequest } from '../plan/request.ts'
import { type Node, ownPart, sourceOf } from '../plan/tree.ts'
import { preferenceApplied, type Preferences } from '../request/prefer.ts'
import { parseQuery, type Query } from '../request/query.ts'
import { answerOf } from '../sql/answer.ts'
import { allColumns, columnList } from '../sql/body.ts'
import { nodeConditions } from '../sql/conditions.ts'
import type { Compilation } from '../sql/fields.ts'
import { columnOf, identifier } from '../sql/names.ts'
import { compileRows } from '../sql/read.ts'
import type { KeyValues } from '../sql/write.ts'
import { authorize, authorizeFirst, compilationOf, type Connect } from './authorize.ts'
import { contentTypeOf, readBody, readRows, type RowsBody } from './body.ts'
import { endsUndone } from './end.ts'
import { meetsAnother, notWritten } from './hidden.ts'
import { type Media, negotiate } from './media.ts'
import { notSingular, planTree, servesRows, textResponse } from './read.ts'
import { refuseTaken, writeByOwner } from './writer.ts'

/** A write that is ready to run. */
export interface Writing {
  relation: Relation
  action: Exclude<DataAction, 'select' | 'execute'>
  node: Node
  compilation: Compilation
  body: RowsBody | undefined
  columns: readonly Column[]
  /** For inserts: how to handle rows whose keys are taken. */
  conflict?: Conflict | undefined
  /** For PUT: the key that the one row must have. */
  only?: KeyValues
  /** Builds the statement that writes and returns columns of the rows. Undefined if there is nothing to write. */
  statement: ((returning: readonly Column[]) => Sql) | undefined
}

/** What a write did, for its answer. */
interface Outcome {
  body: string
  rows: number
  inserted: number
  location: string | undefined
  /** Number of written rows that the sender may not write. */
  outside: number
}

/** Returns the columns that a body names. With `tolerances`, columns that cannot be written are ignored. */
function columnsOf(relation: Relation, keys: readonly string[], tolerances: boolean): Column[] {
  // A statement names each column once.
  return [...new Set(keys)].flatMap((key) => {
    const column = relation.columns.get(key)
    if (column !== undefined && (column.writable || !tolerances)) return [column]
    if (tolerances) return []
    const near = suggest(key, relation.columns.keys())
    throw new DataError(
      400,
      'PGRST204',
      `Could not find the '${key}' column of '${relation.name}' in the schema cache`,
      { hint: near === undefined ? undefined : `Perhaps you meant the column '${near}'` },
    )
  })
}

/** How to answer a write. */
interface Answering {
  format: 'array' | 'object' | 'csv' | 'none'
  stripNulls: boolean
  /** Whether the answer gives the address of a new row. */
  location: boolean
}

/** The written rows, in the form of the answer. */
function writtenRows({ node, relation }: Writing, compilation: Compilation) {
  const after: Node = { ...node, conditions: [], limit: undefined, offset: undefined }
  const rows = compileRows(after, sql`_rows as ${identifier(node.alias)}`, [], compilation)
  const touches = compilation.touched.all()
  // A computed column needs the whole row.
  const whole = touches.some(({ kind }) => kind === 'function')
  const { schema, name } = relation
  const own = touches.find(
    (touch) => touch.kind === 'relation' && touch.schema === schema && touch.name === name,
  )
  const columns = allColumns(relation).filter((column) => whole || own?.columns.has(column.name) === true)
  return { rows, columns }
}

/** The condition that written rows must meet if the sender may not write all rows. */
function ownWritten({ action, relation, compilation: { rights } }: Writing): Sql | undefined {
  return action === 'delete' ? undefined : rights.condition(relation, '_written')
}

/**
 * Returns the columns that a write must return. The database user may lack rights for other columns. If rows may be
 * hidden, all columns are returned, because any of them may decide.
 */
function returnedColumns<Actor>(
  incoming: IncomingRequest<Actor>,
  writing: Writing,
  { format, location }: Answering,
): Column[] {
  const { relation, compilation } = writing
  if (compilation.rights.condition(relation, '_written') !== undefined) return allColumns(relation)
  if (format !== 'none') return writtenRows(writing, compilationOf(incoming)).columns
  return location ? allColumns(relation).filter(({ name }) => relation.primaryKey.includes(name)) : []
}

/** The `with` and select that read back what a write returned. */
function readBack(
  writing: Writing,
  written: Sql,
  returning: readonly Column[],
  { format, stripNulls, location: wantsLocation }: Answering,
): Sql {
  const { compilation, relation } = writing
  const inserted = sql`(select count(*) from _written where _inserted)`
  const changed = sql`with _written as (${written})`
  const own = ownWritten(writing)
  const outside = own === undefined ? sql`0` : sql`(select count(*) from _written where ${own} is not true)`
  const keys = relation.primaryKey
  const location =
    keys.length === 0 || !wantsLocation
      ? sql`null`
      : sql`(select json_build_array(${join(
          keys.map((key) => sql`${columnOf('_written', key)}::text`),
          ', ',
        )})::text from _written limit 1)`
  if (format === 'none')
    return sql`${changed} select '' as body, count(*) as rows, ${inserted} as inserted, ${location} as location, ${outside} as outside from _written`
  // Computed columns need rows of exactly the relation's columns.
  const plain = sql`, _rows as (select ${columnList('_written', returning)} from _written)`
  const { rows } = writtenRows(writing, compilation)
  const answer = answerOf(rows, format, stripNulls, compilation.answerBytes)
  return sql`${changed}${plain} select ${answer.body} as body, (select count(*) from _written) as rows,
    ${inserted} as inserted, ${location} as location, ${outside} as outside from ${answer.from}`
}

/** The address of a new row, by its primary key. */
function locationOf(relation: Relation, values: string | null): string | undefined {
  if (values === null || relation.primaryKey.length === 0) return undefined
  const list: unknown = JSON.parse(values)
  if (!Array.isArray(list)) return undefined
  const parameters = relation.primaryKey.map((key, position) => {
    const value: unknown = list[position]
    return `${encodeURIComponent(key)}=${typeof value === 'string' ? `eq.${encodeURIComponent(value)}` : 'is.null'}`
  })
  return `/${encodeURIComponent(relation.name)}?${parameters.join('&')}`
}

interface OutcomeRow {
  body: string | null
  rows: Count
  inserted: Count
  location: string | null
  outside: Count
}

async function run<Actor>(
  incoming: IncomingRequest<Actor>,
  transaction: Transaction,
  writing: Writing,
  { statement, returning }: { statement: Sql | undefined; returning: readonly Column[] },
  answering: Answering,
): Promise<Outcome> {
  const owner = incoming.settings.writer?.(writing.relation)
  if (owner !== undefined) await refuseTaken(transaction, writing)
  const written = owner === undefined ? statement : await writeByOwner(incoming, transaction, writing, owner)
  if (written === undefined)
    return {
      body: answering.format === 'array' ? '[]' : '',
      rows: 0,
      inserted: 0,
      location: undefined,
      outside: 0,
    }
  const [row] = await transaction.query<OutcomeRow>(readBack(writing, written, returning, answering))
  return {
    body: row?.body ?? '',
    rows: Number(row?.rows ?? 0),
    inserted: Number(row?.inserted ?? 0),
    location: locationOf(writing.relation, row?.location ?? null),
    outside: Number(row?.outside ?? 0),
  }
}

function touch(writing: Writing): void {
  const { compilation, relation, action, columns } = writing
  const touched = compilation.touched.relation(relation, action)
  for (const { name } of columns) touched.columns.add(name)
}

/** Whether a write touched rows that the sender may not write, or skipped rows that they may not change. */
function wentOutside(
  { body, conflict, relation, compilation }: Writing,
  { rows, outside }: Outcome,
): boolean {
  if (outside > 0) return true
  if (conflict?.resolution !== 'merge-duplicates') return false
  return compilation.rights.condition(relation, '_0') !== undefined && rows < (body?.length ?? 0)
}

/** Runs a write in a transaction and checks its result. */
export async function perform<Actor>(
  incoming: IncomingRequest<Actor>,
  connect: Connect,
  writing: Writing,
  check: (outcome: Outcome) => void = () => undefined,
): Promise<{ outcome: Outcome; media: Media }> {
  const { request, preferences } = incoming
  const wantsRows = preferences.return === 'representation'
  const media = negotiate(request.headers.get('accept'), servesRows)
  const format =
    wantsRows && (media.format === 'csv' || media.format === 'object' || media.format === 'array')
      ? media.format
      : 'none'
  const answering = {
    format,
    stripNulls: media.stripNulls,
    location: preferences.return === 'headers-only',
  } as const
  touch(writing)
  // Compile everything before anything runs, so that everything it touches is known and authorized.
  if (writing.statement === undefined) nodeConditions(ownPart(writing.node), writing.compilation)
  const returning = returnedColumns(incoming, writing, answering)
  const statement = writing.statement?.(returning)
  readBack(writing, statement ?? empty, returning, answering)
  const authorized = authorize(incoming, writing.compilation)
  const transact = connect(authorized).transact(async (transaction) => {
    const result = await run(incoming, transaction, writing, { statement, returning }, answering)
    if (wentOutside(writing, result)) throw notWritten()
    check(result)
    if (media.format === 'object' && result.rows !== 1) throw notSingular(result.rows)
    const { maximumAffected } = preferences
    if (maximumAffected !== undefined && result.rows > maximumAffected)
      throw new DataError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
        details: `The query affects ${result.rows} rows`,
      })
    return { result, undo: await endsUndone(preferences, transaction) }
  })
  const outcome = await transact.catch((error: unknown) => {
    throw authorized.restricted && meetsAnother(error) ? notWritten(error) : error
  })
  return { outcome, media }
}

/**
 * Answers a write.
 * @param statuses status of an answer with rows, and of one without
 * @param applied preferences that were followed, in addition to those that every write follows
 * @param more headers; an undefined value omits the header
 */
export function respond<Actor>(
  incoming: IncomingRequest<Actor>,
  { outcome, media }: { outcome: Outcome; media: Media },
  statuses: { rows: number; empty: number },
  applied: Partial<Preferences>,
  more: Readonly<Record<string, string | undefined>> = {},
): Response {
  const { preferences } = incoming
  const wantsRows = preferences.return === 'representation'
  return textResponse(wantsRows ? statuses.rows : statuses.empty, wantsRows ? outcome.body : null, {
    ...(wantsRows && { 'content-type': media.contentType }),
    'preference-applied': preferenceApplied({
      ...applied,
      return: preferences.return,
      count: preferences.count,
      handling: preferences.handling,
      transaction: preferences.transaction,
      timeZone: preferences.timeZone,
      maximumAffected: preferences.maximumAffected,
    }),
    'content-profile': incoming.profile ? incoming.schema : undefined,
    ...more,
  })
}

/** For each kind of write: what it does, and PostgreSQL's message for a view that does not support it. */
const ways = {
  insertable: { action: 'insert', refusal: 'insert into view' },
  updatable: { action: 'update', refusal: 'update view' },
  deletable: { action: 'delete', refusal: 'delete from view' },
} as const

/**
 * Reads the parts of a write. It authorizes the write first, so that nothing of a forbidden request is read.
 * @param way how the relation must be writable if it has no writer
 * @throws DataError for a relation that is not writable, and for errors in the query
 */
export function planWrite<Actor>(
  incoming: IncomingRequest<Actor>,
  relation: Relation,
  way: keyof typeof ways,
): { query: Query; node: Node; compilation: Compilation } {
  const { catalog, settings, search } = incoming
  authorizeFirst(incoming, 'relation', relation.name, ways[way].action)
  const query = parseQuery(search, { ...settings, callsFunction: false })
  const node = planTree(incoming, sourceOf(catalog, relation), query, false)
  if (!relation[way] && settings.writer?.(relation) === undefined)
    throw new DataError(405, '55000', `cannot ${ways[way].refusal} "${relation.name}"`, {
      details: `"${relation.name}" is a view that PostgreSQL cannot write through.`,
    })
  return { query, node, compilation: compilationOf(incoming) }
}

/** Reads the rows of a write and the columns that they name. */
export async function readWritten<Actor>(
  incoming: IncomingRequest<Actor>,
  relation: Relation,
  query: Query,
): Promise<{ body: RowsBody; columns: Column[] }> {
  const { request, settings } = incoming
  const text = await readBody(request, settings.limits)
  const body = readRows(text, contentTypeOf(request), query.columns)
  return { body, columns: columnsOf(relation, body.keys, settings.tolerances) }
}
