import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { DataError } from '../errors.ts'
import { type EmbedNode, findEmbed, type Node } from '../plan/tree.ts'
import type { OrderTerm } from '../request/order.ts'
import type { SelectColumn } from '../request/select.ts'
import { boundedJson } from './bounded.ts'
import { nodeConditions, where } from './conditions.ts'
import { joinedRows } from './joins.ts'
import { castTo, type Compilation, fieldExpression } from './fields.ts'
import { columnOf, identifier, labelled } from './names.ts'

/** One value of each row, under its key. */
interface Output {
  key: string
  value: Sql
  aggregated: boolean
  /** An embed overrides a column of the same name. */
  embed: boolean
  /** Column whose value may be long; undefined for short values, and for embeds. */
  long: string | undefined
}

function aggregate(
  value: Sql,
  item: Extract<SelectColumn, { kind: 'column' }>,
  compilation: Compilation,
): Sql {
  const inner = item.aggregate === undefined ? value : sql`${raw(item.aggregate)}(${value})`
  return castTo(inner, item.aggregateCast, compilation)
}

/**
 * The key of a value: its alias, otherwise the name of its aggregate, of the last key on its path, or of its column.
 */
function keyOf({ alias, aggregate, field }: Extract<SelectColumn, { kind: 'column' }>): string {
  if (alias !== undefined) return alias
  if (aggregate !== undefined) return aggregate
  const keys = (field?.path ?? []).flatMap(({ key }) => (typeof key === 'string' ? [key] : []))
  return keys.at(-1) ?? field?.name ?? ''
}

const shortTypes = new Set(
  'bool int2 int4 int8 float4 float8 date time timetz timestamp timestamptz uuid interval'.split(' '),
)

/** Whether values of a type may be long. */
function mayBeLong(type: string): boolean {
  return !shortTypes.has(type)
}

/**
 * The outputs of a selected column.
 * @param pending whether the parent computes the aggregates, as for a spread
 */
function columnOutputs(node: Node, item: SelectColumn, compilation: Compilation, pending: boolean): Output[] {
  if (item.kind === 'all')
    return [...node.source.columns.keys()].map((name) => {
      const { sql: value, type } = fieldExpression(node, { name, path: [] }, compilation)
      return {
        key: name,
        value,
        aggregated: false,
        embed: false,
        long: mayBeLong(type) ? name : undefined,
      }
    })
  const field = item.field === undefined ? undefined : fieldExpression(node, item.field, compilation)
  const value = field === undefined ? raw(pending ? '1' : '*') : castTo(field.sql, item.cast, compilation)
  return [
    {
      key: keyOf(item),
      value: pending ? value : aggregate(value, item, compilation),
      aggregated: item.aggregate !== undefined,
      embed: false,
      long: field !== undefined && mayBeLong(field.type) ? item.field?.name : undefined,
    },
  ]
}

/** Returns ` limit … offset …`, or nothing. */
export function rangeSql({ limit: rows, offset: first }: Pick<Node, 'limit' | 'offset'>): Sql {
  const limit = rows === undefined ? empty : sql` limit ${rows}`
  const offset = first === undefined || first === 0 ? empty : sql` offset ${first}`
  return sql`${limit}${offset}`
}

const spreadAlias = (embed: EmbedNode) => `${embed.alias}_s`

function orderTerm(node: Node, term: OrderTerm, compilation: Compilation): Sql {
  const direction = sql`${raw(term.descending ? ' desc' : '')}${raw(term.nulls === undefined ? '' : ` nulls ${term.nulls}`)}`
  if (term.embed === undefined) return sql`${fieldExpression(node, term.field, compilation).sql}${direction}`
  const embed = findEmbed(node, term.embed)
  if (embed === undefined)
    throw new DataError(400, 'PGRST108', `'${term.embed}' is not an embedded resource in this request`, {
      hint: `Verify that '${term.embed}' is included in the 'select' query parameter.`,
    })
  if (!embed.toOne)
    throw new DataError(400, 'PGRST118', `A related order on '${term.embed}' is not possible`, {
      details: `'${node.source.name}' and '${term.embed}' do not form a many-to-one or one-to-one relationship`,
    })
  if (embed.spread) {
    // Grouped rows can be ordered only by selected values, and a spread selects them.
    const shown = embed.items.find(
      (item) =>
        item.kind === 'column' && item.aggregate === undefined && item.field?.name === term.field.name,
    )
    if (shown?.kind === 'column' && term.field.path.length === 0)
      return sql`${columnOf(spreadAlias(embed), keyOf(shown))}${direction}`
  }
  const { from, terms } = joinedRows(node, embed, compilation)
  const value = fieldExpression(embed, term.field, compilation).sql
  return sql`(select ${value} from ${from}${where([...terms, ...nodeConditions(embed, compilation)])})${direction}`
}

/** Returns ` order by …` of a node. */
export function orderBy(node: Node, compilation: Compilation): Sql {
  if (node.order === undefined || node.order.length === 0) return empty
  return sql` order by ${join(
    node.order.map((term) => orderTerm(node, term, compilation)),
    ', ',
  )}`
}

/** The rows of a select, and their keys. */
interface CompiledSelect {
  sql: Sql
  keys: readonly string[]
  /** Keys whose values together may be larger than a stored row. */
  long: readonly string[]
  aggregated: boolean
}

interface JoinedOutputs {
  outputs: Output[]
  joins: Sql[]
}

function spreadOutputs(node: Node, embed: EmbedNode, compilation: Compilation): JoinedOutputs {
  const { from, terms } = joinedRows(node, embed, compilation)
  const rows = compileRows(embed, from, terms, compilation, true)
  const alias = spreadAlias(embed)
  const items = embed.items.flatMap((item) =>
    item.kind === 'column' && item.aggregate !== undefined ? [item] : [],
  )
  const outputs = rows.keys.map((key): Output => {
    const value = columnOf(alias, key)
    const item = items.find((candidate) => keyOf(candidate) === key)
    return {
      key,
      value: item === undefined ? value : aggregate(value, item, compilation),
      aggregated: item !== undefined,
      embed: false,
      long: undefined,
    }
  })
  return { outputs, joins: [sql` left join lateral (${rows.sql}) as ${identifier(alias)} on true`] }
}

function embedOutputs(
  node: Node,
  embed: EmbedNode,
  compilation: Compilation,
  comparable: boolean,
): JoinedOutputs {
  if (embed.spread) return spreadOutputs(node, embed, compilation)
  if (embed.items.length === 0) return { outputs: [], joins: [] }
  const { from, terms } = joinedRows(node, embed, compilation)
  const rows = compileRows(embed, from, terms, compilation, false)
  if (rows.keys.length === 0) return { outputs: [], joins: [] }
  const type = comparable ? raw('::jsonb') : empty
  const bounded = boundedJson({ rows: rows.sql, long: rows.long }, compilation.answerBytes)
  const value = embed.toOne
    ? sql`(select _b._value${type} from ${bounded})`
    : sql`(select coalesce(json_agg(_b._value), '[]')${type} from ${bounded})`
  return { outputs: [{ key: embed.key, value, aggregated: false, embed: true, long: undefined }], joins: [] }
}

/** Removes duplicate keys: the last embed wins, otherwise the first value. */
function withoutDoubles(outputs: readonly Output[]): Output[] {
  const byKey = new Map<string, Output>()
  for (const output of outputs) {
    const earlier = byKey.get(output.key)
    if (earlier === undefined || output.embed) byKey.set(output.key, output)
  }
  return [...byKey.values()]
}

/**
 * The keys of values that together may be larger than a stored row: if a long column is selected more than once, or if
 * there is more than one embed.
 * @throws DataError if a column is selected too often
 */
function longKeys({ source }: Node, outputs: readonly Output[], columnUses: number): string[] {
  const uses = new Map<string, number>()
  for (const { long } of outputs) if (long !== undefined) uses.set(long, (uses.get(long) ?? 0) + 1)
  for (const [name, times] of uses)
    if (times > columnUses)
      throw new DataError(400, 'PGRST100', `${source.name}.${name} is selected more than ${columnUses} times`)
  const embeds = outputs.filter(({ embed }) => embed).length
  if (embeds < 2 && [...uses.values()].every((times) => times < 2)) return []
  return outputs.filter(({ embed, long }) => embed || long !== undefined).map(({ key }) => key)
}

/** Whether a node groups its rows. */
export function hasAggregate(node: Node): boolean {
  return node.items.some(
    (item) =>
      (item.kind === 'column' && item.aggregate !== undefined) ||
      (item.kind === 'embed' && item.spread && hasAggregate(item)),
  )
}

/**
 * Compiles a node to the statement of its rows.
 * @param terms conditions that join it to its parent
 * @param pending whether the parent computes the aggregates
 */
export function compileRows(
  node: Node,
  from: Sql,
  terms: readonly Sql[],
  compilation: Compilation,
  pending = false,
): CompiledSelect {
  const aggregated = !pending && hasAggregate(node)
  const parts = node.items.map((item): JoinedOutputs =>
    item.kind === 'embed'
      ? embedOutputs(node, item, compilation, aggregated)
      : { outputs: columnOutputs(node, item, compilation, pending), joins: [] },
  )
  const outputs = withoutDoubles(parts.flatMap((part) => part.outputs))
  const grouped = outputs.flatMap((output, position) => (output.aggregated ? [] : [String(position + 1)]))
  const list = outputs.map(({ key, value }) => labelled(value, key))
  const groupBy = aggregated && grouped.length > 0 ? raw(` group by ${grouped.join(', ')}`) : empty
  return {
    sql: sql`select ${list.length === 0 ? empty : join(list, ', ')} from ${from}${joinAll(parts)}${where([
      ...terms,
      ...nodeConditions(node, compilation),
    ])}${groupBy}${orderBy(node, compilation)}${rangeSql(node)}`,
    keys: outputs.map(({ key }) => key),
    long: longKeys(node, outputs, compilation.columnUses),
    aggregated,
  }
}

function joinAll(parts: readonly JoinedOutputs[]): Sql {
  const joins = parts.flatMap((part) => part.joins)
  return joins.length === 0 ? empty : join(joins, '')
}
