import {
  type CheckDimension,
  type CheckFacetsQuery,
  type CheckGrouping,
  checkStates,
  labelOfChoice,
  NO_GROUP,
  NO_NAMESPACE,
  parseLabelItem,
} from '@binnacle/contract'
import { conditionSql, parseQuery, type QueryProblem, type Search, validateSearch } from '@binnacle/query'
import { RequestError } from '../../../platform/errors.ts'
import { checkFields } from './check-fields.ts'
import { containing } from './pattern.ts'

/** Values of a statement that is put together, in the order of their places. */
export interface Parameters {
  readonly values: readonly unknown[]
  /** @returns the place of the value, such as $3 */
  add(value: unknown): string
}

/** Begins a statement without values. */
export function createParameters(): Parameters {
  const values: unknown[] = []
  return {
    values,
    add(value) {
      values.push(value)
      return `$${values.length}`
    },
  }
}

/** What a check has of a namespace, agent or label; null for a label that it lacks. */
export function dimensionSql(dimension: CheckDimension, parameters: Parameters): string {
  const label = labelOfChoice(dimension)
  if (label !== undefined) return `checks.labels ->> ${parameters.add(label)}::text`
  return dimension === 'agent' ? 'agents.name' : `coalesce(nullif(checks.namespace, ''), '${NO_NAMESPACE}')`
}

/** First line of what the last run said of a check that is not healthy; null for a healthy one. */
const reasonSql = `case when state.state <> 'healthy'
  then left(split_part(nullif(coalesce(state.error, state.message), ''), E'\\n', 1), 200) end`

/**
 * Finds checks by what people read in their rows: a word is in the check's own texts, the name of its canary, or the reason
 * why it is not healthy. Each part of the union has an index, which one condition over three tables would not use.
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

function refused({ message, from }: QueryProblem): RequestError {
  return new RequestError('EINVALID', message, [{ path: 'query', message, line: 1, column: from + 1 }])
}

/** What the text of the search box asks for. @throws RequestError that says where it is wrong */
export function readSearch(text: string): Search {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw refused(parsed.failure)
  const search = validateSearch(parsed.value, checkFields)
  if (!search.ok) throw refused(search.failure)
  return search.value
}

function searchSql({ condition }: Search, parameters: Parameters): string | undefined {
  return condition === undefined
    ? undefined
    : conditionSql(condition, parameters, (word) => wordSql(word, parameters))
}

/** Key and name of the group that a check belongs to. Without a value the key is a dash, and values follow an equals sign. */
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
 * A condition for each key that is filtered by: any of the values that are asked for, none of those that are not. A
 * check without the label fits unless a value is asked for.
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

/** Conditions of a request, apart from each other; each is SQL about checks, canaries, state and agents. */
export interface Scope {
  /** What is asked for whatever the other filters are. */
  base: string
  labels: readonly LabelCondition[]
  tab: string
  /** Whether a check is in the one group that is asked for. */
  inGroup: string
  health: string
  /** Key and name of the group that a check belongs to, as SQL. */
  group: { key: string; name: string }
}

/** The tables that the conditions of a scope are about. */
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

/** Reads the filters of a request. @param asked what the text of its search box asks for */
export function scopeOf(
  query: CheckFacetsQuery,
  parameters: Parameters,
  asked: Search = readSearch(query.query),
): Scope {
  const search = searchSql(asked, parameters)
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

/** Several conditions as one. */
export function allOf(conditions: readonly string[]): string {
  return conditions.map((condition) => `(${condition})`).join(' and ')
}
