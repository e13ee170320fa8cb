import {
  type CheckDimension,
  type CheckFacetsQuery,
  type CheckGrouping,
  checkStates,
  labelOfChoice,
  NO_GROUP,
  NO_NAMESPACE,
  parseLabelItem,
} from '@binnacle/contract/health'
import { conditionSql, type InSql, type Search } from '@binnacle/query'
import sql, { join, type Sql } from 'sql-template-tag'
import { allOf } from '../../../platform/database/all-of.ts'
import { containing } from '../../../platform/database/pattern.ts'
import { readQuery } from '../../../platform/database/query.ts'
import { checkFields } from './check-fields.ts'

/** SQL of the namespace, agent or label of a check; null for a missing label. */
export function dimensionSql(dimension: CheckDimension): Sql {
  const label = labelOfChoice(dimension)
  if (label !== undefined) return sql`checks.labels ->> ${label}::text`
  return dimension === 'agent'
    ? sql`agents.name`
    : sql`coalesce(nullif(checks.namespace, ''), ${NO_NAMESPACE}::text)`
}

/** SQL of the first line of the message of a check that is not healthy; null for a healthy one. */
const reasonSql = sql`case when state.state <> 'healthy'
  then left(split_part(nullif(coalesce(state.error, state.message), ''), E'\\n', 1), 200) end`

/**
 * SQL that finds checks by a word in their texts, the name of their canary, or the reason why they are not healthy. Each part
 * of the union has an index, which one condition over three tables would not use.
 */
function wordSql(word: string): Sql {
  const pattern = containing(word)
  if (pattern === undefined) return sql`true`
  return sql`checks.id in (
    select id from core.checks where deleted_at is null and search like ${pattern}
    union
    select checks.id from core.canaries join core.checks on checks.canary_id = canaries.id
    where canaries.deleted_at is null and lower(canaries.name) like ${pattern} and checks.deleted_at is null
    union
    select check_id from core.check_state
    where state <> 'healthy' and lower(coalesce(error, message)) like ${pattern}
  )`
}

/** Parses the query of the search box. @throws RequestError with the position of a problem */
export function readSearch(text: string): Search<InSql> {
  return readQuery(text, checkFields)
}

/** SQL of key and name of the group of a check. The key is a dash without a value, otherwise an equals sign and the value. */
function groupSql(groupBy: CheckGrouping): { key: Sql; name: Sql } {
  const optional = (value: Sql) => ({ key: sql`coalesce('=' || (${value}), ${NO_GROUP}::text)`, name: value })
  const label = labelOfChoice(groupBy)
  if (label !== undefined) return optional(sql`checks.labels ->> ${label}::text`)
  if (groupBy === 'description') return optional(sql`nullif(checks.description, '')`)
  if (groupBy === 'reason') return optional(reasonSql)
  // Ungrouped, every check is by itself.
  if (groupBy === 'none') return { key: sql`checks.id::text`, name: sql`checks.name` }
  if (groupBy === 'name') return { key: sql`checks.name`, name: sql`checks.name` }
  if (groupBy === 'type') return { key: sql`checks.type`, name: sql`checks.type` }
  return { key: sql`checks.canary_id::text`, name: sql`canaries.name` }
}

/** The condition of one label key. */
interface LabelCondition {
  key: string
  sql: Sql
}

/**
 * Conditions of label filters, one for each key: any of the included values, none of the excluded ones. A check without the
 * label matches unless a value is included.
 */
function labelConditions(items: readonly string[]): LabelCondition[] {
  const keys = new Map<string, { included: string[]; excluded: string[] }>()
  for (const item of items) {
    const excluded = item.startsWith('!')
    const label = parseLabelItem(excluded ? item.slice(1) : item)
    if (label === undefined) continue
    const wanted = keys.get(label.key) ?? { included: [], excluded: [] }
    keys.set(label.key, wanted)
    if (excluded) wanted.excluded.push(label.value)
    else wanted.included.push(label.value)
  }
  return Array.from(keys, ([key, { included, excluded }]) => {
    const value = sql`(checks.labels ->> ${key}::text)`
    const parts = [
      ...(included.length === 0 ? [] : [sql`${value} = any (${included}::text[])`]),
      ...(excluded.length === 0 ? [] : [sql`${value} <> all (${excluded}::text[])`]),
    ]
    return { key, sql: sql`coalesce(${join(parts, ' and ')}, ${included.length === 0})` }
  })
}

/** The conditions of a request, separately; each is SQL about checks, canaries, state and agents. */
export interface Scope {
  /** The condition that applies with any other filters. */
  base: Sql
  labels: readonly LabelCondition[]
  tab: Sql
  /** Condition of the requested group; `true` if none is requested. */
  inGroup: Sql
  health: Sql
  /** SQL of key and name of the group of a check. */
  group: { key: Sql; name: Sql }
}

/** The tables of the conditions of a scope. */
export const scopeTables = sql`
  core.checks
  join core.canaries on canaries.id = checks.canary_id
  join core.agents on agents.id = checks.agent_id
  join core.check_state as state on state.check_id = checks.id`

function healthSql({ status, hidePassing }: CheckFacetsQuery): Sql {
  if (status === undefined) return hidePassing ? sql`state.state <> 'healthy'` : sql`true`
  const state = checkStates.find((candidate) => candidate === status)
  return state === undefined ? sql`false` : sql`state.state = ${state}::core.health_state`
}

/** Compiles the filters of a request. @param parsed its parsed query */
export function scopeOf(
  query: CheckFacetsQuery,
  { condition }: Search<InSql> = readSearch(query.query),
): Scope {
  const group = groupSql(query.groupBy)
  return {
    base: allOf([
      sql`checks.deleted_at is null`,
      ...(condition === undefined ? [] : [conditionSql(condition, wordSql)]),
    ]),
    group,
    inGroup: query.group === undefined ? sql`true` : sql`${group.key} = ${query.group}`,
    labels: labelConditions(query.labels),
    tab: query.tab === undefined ? sql`true` : sql`${dimensionSql(query.tabBy)} = ${query.tab}`,
    health: healthSql(query),
  }
}
