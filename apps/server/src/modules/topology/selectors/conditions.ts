import { isUuid, LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { type LabelRequirement, parseLabelSelector } from '@binnacle/contract/search'
import sql, { raw, type Sql } from 'sql-template-tag'
import { allOf } from '../../../platform/database/all-of.ts'
import { escapePattern } from '../../../platform/database/pattern.ts'
import type { ResourceSelector } from '../component-tree.ts'

/** Columns of components by the names that field selectors have for them. Other names are those of properties. */
const columns: ReadonlyMap<string, Sql> = new Map([
  ['owner', sql`components.owner`],
  ['topology_type', sql`components.topology_type`],
  ['type', sql`components.type`],
])

/** Those of them that are ids. */
const idColumns: ReadonlyMap<string, Sql> = new Map([
  ['topology_id', sql`components.topology_id`],
  ['parent_id', sql`components.parent_id`],
])

/** The value of a property: its text, or its number. */
const propertySql = (name: string) => sql`(
  select coalesce(property ->> 'text', property ->> 'value') from jsonb_array_elements(components.properties) as property
  where property ->> 'name' = ${name}::text limit 1
)`

/** The property as it is stored, if it has this value: what the index on properties finds. */
function storedProperty(name: string, value: string): string[] {
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)
  const named = `"name":${JSON.stringify(name)}`
  return [
    `[{${named},"text":${JSON.stringify(value)}}]`,
    // Written as it is: a number of JavaScript would round it.
    ...(isNumber ? [`[{${named},"value":${value}}]`] : []),
  ]
}

/** A requirement of a property. Of several properties with one name the first counts, so what the index finds is compared. */
function propertyCondition(requirement: LabelRequirement): Sql {
  const { key, is } = requirement
  const exact = compared(propertySql(key), requirement)
  if (is !== 'in') return exact
  const stored = requirement.values.flatMap((value) => storedProperty(key, value))
  return sql`components.properties @> any (${stored}::jsonb[]) and ${exact}`
}

function compared(value: Sql, { is, ...rest }: LabelRequirement, type: 'text' | 'uuid' = 'text'): Sql {
  if (is === 'exists') return sql`${value} is not null`
  if (is === 'missing') return sql`${value} is null`
  const given = 'values' in rest ? rest.values : []
  // A text that is no id equals no id.
  const list = sql`${type === 'uuid' ? given.filter(isUuid) : given}::${raw(type)}[]`
  return is === 'in' ? sql`${value} = any (${list})` : sql`coalesce(${value} <> all (${list}), true)`
}

function labelSql(requirement: LabelRequirement): Sql {
  const { key, is } = requirement
  if (is !== 'in') return compared(sql`(components.labels ->> ${key}::text)`, requirement)
  const stored = requirement.values.map((value) => JSON.stringify({ [key]: value }))
  return sql`components.labels @> any (${stored}::jsonb[])`
}

/** @param among the condition that a column has one of the values; default: it is compared */
function listSql(
  column: Sql,
  values: readonly string[] | undefined,
  among = (list: Sql) => sql`${column} = any (${list})`,
): Sql[] {
  const included = (values ?? []).filter((value) => !value.startsWith('!'))
  const excluded = (values ?? []).filter((value) => value.startsWith('!')).map((value) => value.slice(1))
  return [
    ...(included.length === 0 ? [] : [among(sql`${included}::text[]`)]),
    ...(excluded.length === 0 ? [] : [sql`coalesce(${column} <> all (${excluded}::text[]), true)`]),
  ]
}

/** Terms of a search that are written `key=value`. */
const terms: ReadonlySet<string> = new Set([
  'id',
  'name',
  'namespace',
  'type',
  'status',
  'scope',
  'label',
  'agent',
])

/** Moves terms such as `type=Node name=web` of a search to the fields that they mean. Source: section 3.6 of the reference. */
export function withTerms(selector: ResourceSelector): ResourceSelector {
  const { search = '' } = selector
  if (!search.includes('=')) return selector
  const { search: _search, ...found } = selector
  const plain: string[] = []
  const moved: Record<string, string> = {}
  const labels: string[] = selector.labelSelector === undefined ? [] : [selector.labelSelector]
  const types: string[] = [...(selector.types ?? [])]
  const statuses: string[] = [...(selector.statuses ?? [])]
  for (const word of search.trim().split(/\s+/)) {
    const [, key = '', value = ''] = /^([^=]+)=(.*)$/.exec(word) ?? []
    if (!terms.has(key)) plain.push(word)
    else if (key === 'type') types.push(value)
    else if (key === 'status') statuses.push(value)
    else if (key === 'label') labels.push(value)
    else moved[key] = value
  }
  return {
    ...found,
    ...moved,
    ...(types.length === 0 ? {} : { types }),
    ...(statuses.length === 0 ? {} : { statuses }),
    ...(labels.length === 0 ? {} : { labelSelector: labels.join(',') }),
    ...(plain.length === 0 ? {} : { search: plain.join(' ') }),
  }
}

// Both parts are what an index finds, or each search reads all components.
function searchSql(search: string): Sql {
  const start = search.trim().toLowerCase()
  const inName = `${escapePattern(start)}%`
  // Labels as text have each value in quotes behind a colon. Quotes in a key or value are escaped there.
  const inLabels = `%": ${escapePattern(JSON.stringify(start).slice(0, -1))}%`
  return sql`(components.name ilike ${inName} or lower(components.labels::text) like ${inLabels})`
}

/** A status that selectors compare with. */
export interface ComparedStatus {
  sql: Sql
  /** The condition that it is one of a list. */
  among?: (list: Sql) => Sql
}

/** What sources say of components. */
const saidStatus: ComparedStatus = { sql: sql`components.status` }

/** The status that people see: the rolled-up one. A component that is not rolled up yet has none. */
export const shownStatus: ComparedStatus = {
  sql: sql`(select state.status from core.component_states as state where state.component_id = components.id)`,
  // A subquery for each component would read the states of all.
  among: (list) =>
    sql`components.id in (select component_id from core.component_states where status = any (${list}))`,
}

/**
 * The condition on `components` that a selector means.
 * @param status what selectors compare with. Selectors of components compare with what sources say: the rolled-up status of a
 *   component depends on what its selectors find
 * @returns undefined where it selects nothing: it is empty, or something in it cannot be read
 */
export function componentSelection(given: ResourceSelector, status = saidStatus): Sql | undefined {
  const selector = withTerms(given)
  const { id, name, namespace, types, statuses, labelSelector, fieldSelector, search, scope, tagSelector } =
    selector
  const labels = parseLabelSelector(labelSelector ?? '')
  const fields = parseLabelSelector(fieldSelector ?? '')
  // Components have no tags.
  if (!labels.ok || !fields.ok || (tagSelector ?? '') !== '') return undefined
  if (id !== undefined && id !== '' && !isUuid(id)) return undefined
  const equals = (column: Sql, value: string | undefined) =>
    value === undefined || value === '' ? [] : [sql`${column} = ${value}`]
  const chosen = [
    ...equals(sql`components.id`, id),
    ...equals(sql`components.name`, name),
    ...equals(sql`components.namespace`, namespace),
    ...listSql(sql`components.type`, types),
    ...listSql(status.sql, statuses, status.among),
    ...labels.value.map((requirement) => labelSql(requirement)),
    ...fields.value.map((requirement) => {
      const { key } = requirement
      const [column, idColumn] = [columns.get(key), idColumns.get(key)]
      if (idColumn !== undefined) return compared(idColumn, requirement, 'uuid')
      if (column !== undefined) return compared(column, requirement)
      return propertyCondition(requirement)
    }),
    ...(search === undefined || search.trim() === '' ? [] : [searchSql(search)]),
    ...(scope === undefined || scope === ''
      ? []
      : [
          // An array, or the planner reads all components in their order.
          sql`components.topology_id = any (array(
            select id from core.topologies where ${scope} in (id::text, namespace || '/' || name)
          ))`,
        ]),
  ]
  if (chosen.length === 0) return undefined
  const { agent = '' } = selector
  if (agent === '' || agent === 'self') chosen.push(sql`components.agent_id = ${LOCAL_AGENT_ID}`)
  else if (agent !== 'all')
    chosen.push(sql`components.agent_id in (select id from core.agents where ${agent} in (id::text, name))`)
  if (selector.includeDeleted !== true) chosen.push(sql`components.deleted_at is null`)
  return allOf(chosen)
}
