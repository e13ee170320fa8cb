import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { DataError } from '../errors.ts'
import { type EmbedNode, findEmbed, type Node } from '../plan/tree.ts'
import {
  type Condition,
  type Filter,
  fullText,
  type Operation,
  quantifiable,
  simple,
} from '../request/filters.ts'
import { type Compilation, type Expression, fieldExpression } from './fields.ts'
import { joinedRows } from './joins.ts'

/** Requests write `*` for PostgreSQL's `%`, which they would have to encode. */
const wildcards = (value: string) => value.replaceAll('*', '%')

/** The weight of an operation's operands: one parameter each, by length. */
function weightOf(requested: Operation): number {
  const operands = requested.kind === 'in' ? requested.values : [requested.value]
  return operands.reduce((sum, operand) => sum + (operand.length + 1) / 64, 1)
}

function operation({ sql: field, type }: Expression, requested: Operation): Sql {
  switch (requested.kind) {
    case 'compare': {
      const { operator, quantifier } = requested
      const value = operator === 'like' || operator === 'ilike' ? wildcards(requested.value) : requested.value
      const symbol = raw(quantifiable[operator])
      return quantifier === undefined
        ? sql`${field} ${symbol} ${value}`
        : sql`${field} ${symbol} ${raw(quantifier)}(${value})`
    }
    case 'simple':
      return sql`${field} ${raw(simple[requested.operator])} ${requested.value}`
    case 'in':
      return sql`${field} = any(${[...requested.values]})`
    case 'is':
      return sql`${field} is ${raw(requested.value.replace('_', ' '))}`
    case 'isdistinct':
      return sql`${field} is distinct from ${requested.value}`
    default: {
      const language = requested.language === undefined ? empty : sql`${requested.language}::regconfig, `
      const query = sql`${raw(fullText[requested.operator])}(${language}${requested.value}::text)`
      return type === 'tsvector'
        ? sql`${field} @@ ${query}`
        : sql`to_tsvector(${language}${field}) @@ ${query}`
    }
  }
}

function filterSql(node: Node, filter: Filter, compilation: Compilation): Sql {
  const { field, negated } = filter
  const embed = node.source.columns.has(field.name) ? undefined : findEmbed(node, field.name)
  if (embed !== undefined) {
    if (filter.operation.kind !== 'is' || filter.operation.value !== 'null')
      throw new DataError(400, 'PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
        details: 'Only is null or not is null filters are allowed on embedded resources',
      })
    const exists = embedExists(node, embed, compilation)
    return negated ? exists : sql`not ${exists}`
  }
  compilation.touched.weigh(weightOf(filter.operation))
  const expression = operation(fieldExpression(node, field, compilation), filter.operation)
  const condition = negated ? sql`not (${expression})` : expression
  if (neverFails(node, filter)) return condition
  // PostgreSQL may evaluate a filter first, and an error of a filter reveals something of a hidden row.
  const own = ownRows(node, compilation)
  return own === undefined ? condition : onlyWhere(own, condition)
}

/** Whether a filter fails, or not, independently of the row's values. */
function neverFails({ source }: Node, { field, operation: { kind, ...requested } }: Filter): boolean {
  if (!source.columns.has(field.name)) return false
  if (kind === 'in' || kind === 'is' || kind === 'isdistinct') return true
  return kind === 'compare' && 'operator' in requested && comparisons.has(requested.operator)
}

const comparisons = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte'])

/** The condition that limits the rows of a node to the sender's. @returns undefined if the sender may see all */
function ownRows(node: Node, { rights, touched }: Compilation): Sql | undefined {
  const { source, alias } = node
  if (source.relation === undefined) return undefined
  const own = rights.condition(source.relation, alias)
  if (own === undefined) return undefined
  touched.weigh(1 + own.values.length)
  // The values of a spread are computed as soon as its row is read. A condition that became a join would come too
  // late.
  return 'spread' in node && node.spread ? onlyWhere(own, sql`true`) : own
}

/** A condition that is evaluated only if another one is true. */
function onlyWhere(own: Sql, condition: Sql): Sql {
  return sql`case when ${own} then ${condition} else false end`
}

function conditionSql(node: Node, condition: Condition, compilation: Compilation): Sql {
  if (condition.kind === 'filter') return filterSql(node, condition, compilation)
  const terms = join(
    condition.terms.map((term) => conditionSql(node, term, compilation)),
    ` ${condition.operator} `,
  )
  return condition.negated ? sql`not (${terms})` : sql`(${terms})`
}

/** Whether a row of the parent has a row in an embed that passes its filters. */
function embedExists(parent: Node, embed: EmbedNode, compilation: Compilation): Sql {
  const { from, terms } = joinedRows(parent, embed, compilation)
  const exists = sql`exists (select 1 from ${from}${where([...terms, ...nodeConditions(embed, compilation)])})`
  // The function gets the row and may fail on it.
  const own = embed.relationship.computed === undefined ? undefined : ownRows(parent, compilation)
  return own === undefined ? exists : onlyWhere(own, exists)
}

/**
 * The conditions on the rows of a node: the sender's rights and its filters, inner embeds included. All must be true.
 */
export function nodeConditions(node: Node, compilation: Compilation): Sql[] {
  const own = ownRows(node, compilation)
  return [
    ...(own === undefined ? [] : [own]),
    ...node.conditions.map((condition) => conditionSql(node, condition, compilation)),
    ...node.embeds.filter(({ inner }) => inner).map((embed) => embedExists(node, embed, compilation)),
  ]
}

/** Returns ` where …`, or nothing if there are no terms. */
export function where(terms: readonly Sql[]): Sql {
  return terms.length === 0 ? empty : sql` where ${join(terms, ' and ')}`
}
