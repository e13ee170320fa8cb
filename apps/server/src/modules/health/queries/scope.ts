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
import type { Parameters } from '../../../platform/database/parameters.ts'
import { containing } from '../../../platform/database/pattern.ts'
import { readQuery } from '../../../platform/database/query.ts'
import { checkFields } from './check-fields.ts'

/** SQL of the namespace, agent or label of a check; null for a missing label. */
export function dimensionSql(dimension: CheckDimension, parameters: Parameters): string {
  const label = labelOfChoice(dimension)
  if (label !== undefined) return `checks.labels ->> ${parameters.add(label)}::text`
  return dimension === 'agent' ? 'agents.name' : `coalesce(nullif(checks.namespace, ''), '${NO_NAMESPACE}')`
}

/** SQL of the first line of the message of a check that is not healthy; null for a healthy one. */
const reasonSql = `case when state.state <> 'healthy'
  then left(split_part(nullif(coalesce(state.error, state.message), ''), E'\\n', 1), 200) end`

/**
 * SQL that finds checks by a word in their texts, the name of their canary, or the reason why they are not healthy. Each part
 * of the union has an index, which one condition over three tables would not use.
 */
function wordSql(word: string, parameters: Parameters): string {
  const pattern = containing(word)
  if (pattern === undefined) return 'true'
  const place = parameters.add(pattern)
  return `checks.id in (
    select id from core.checks where deleted_at is null and search like ${place}
    union
    select checks.id from core.canaries join core.checks on checks.canary_id = canaries.id
    where canaries.deleted_at is null and lower(canaries.name) like ${place} and checks.deleted_at is null
    union
    select check_id from core.check_state
    where state <> 'healthy' and lower(coalesce(error, message)) like ${place}
  )`
}

/** Parses the query of the search box. @throws RequestError with the position of a problem */
export function readSearch(text: string): Search<InSql> {
  return readQuery(text, checkFields)
}

function searchSql({ condition }: Search<InSql>, parameters: Parameters): string | undefined {
  return condition === undefined
    ? undefined
    : conditionSql(condition, parameters, (word) => wordSql(word, parameters))
}

/** SQL of key and name of the group of a check. The key is a dash without a value, otherwise an equals sign and the value. */
function groupSql(groupBy: CheckGrouping, parameters: Parameters): { key: string; name: string } {
  const optional = (value: string) => ({ key: `coalesce('=' || (${value}), '${NO_GROUP}')`, name: value })
  const label = labelOfChoice(groupBy)
  if (label !== undefined) return optional(`checks.labels ->> ${parameters.add(label)}::text`)
  if (groupBy === 'description') return optional(`nullif(checks.description, '')`)
  if (groupBy === 'reason') return optional(reasonSql)
  // Ungrouped, every check is by itself.
  if (groupBy === 'none') return { key: 'checks.id::text', name: 'checks.name' }
  if (groupBy === 'name') return { key: 'checks.name', name: 'checks.name' }
  if (groupBy === 'type') return { key: 'checks.type', name: 'checks.type' }
  return { key: 'checks.canary_id::text', name: 'canaries.name' }
}

/** The condition of one label key. */
interface LabelCondition {
  key: string
  sql: string
}

/**
 * Conditions of label filters, one for each key: any of the included values, none of the excluded ones. A check without the
 * label matches unless a value is included.
 */
function labelConditions(items: readonly string[], parameters: Parameters): LabelCondition[] {
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
    const value = `checks.labels ->> ${parameters.add(key)}::text`
    const parts = [
      ...(included.length === 0 ? [] : [`(${value}) = any (${parameters.add(included)}::text[])`]),
      ...(excluded.length === 0 ? [] : [`(${value}) <> all (${parameters.add(excluded)}::text[])`]),
    ]
    return { key, sql: `coalesce(${parts.join(' and ')}, ${included.length === 0})` }
  })
}

/** The conditions of a request, separately; each is SQL about checks, canaries, state and agents. */
export interface Scope {
  /** The condition that applies with any other filters. */
  base: string
  labels: readonly LabelCondition[]
  tab: string
  /** Condition of the requested group; `true` if none is requested. */
  inGroup: string
  health: string
  /** SQL of key and name of the group of a check. */
  group: { key: string; name: string }
}

/** The tables of the conditions of a scope. */
export const scopeTables = `
  core.checks
  join core.canaries on canaries.id = checks.canary_id
  join core.agents on agents.id = checks.agent_id
  join core.check_state as state on state.check_id = checks.id`

function healthSql({ status, hidePassing }: CheckFacetsQuery, parameters: Parameters): string {
  if (status === undefined) return hidePassing ? `state.state <> 'healthy'` : 'true'
  const state = checkStates.find((candidate) => candidate === status)
  return state === undefined ? 'false' : `state.state = ${parameters.add(state)}::core.health_state`
}

/** Compiles the filters of a request. @param parsed its parsed query */
export function scopeOf(
  query: CheckFacetsQuery,
  parameters: Parameters,
  parsed: Search<InSql> = readSearch(query.query),
): Scope {
  const search = searchSql(parsed, parameters)
  const group = groupSql(query.groupBy, parameters)
  return {
    base: ['checks.deleted_at is null', ...(search === undefined ? [] : [`(${search})`])].join(' and '),
    group,
    inGroup: query.group === undefined ? 'true' : `${group.key} = ${parameters.add(query.group)}`,
    labels: labelConditions(query.labels, parameters),
    tab:
      query.tab === undefined
        ? 'true'
        : `${dimensionSql(query.tabBy, parameters)} = ${parameters.add(query.tab)}`,
    health: healthSql(query, parameters),
  }
}
