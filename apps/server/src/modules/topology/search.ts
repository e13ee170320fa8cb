import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import {
  type FoundResource,
  type LabelRequirement,
  parseLabelSelector,
  type ResourceSelector,
} from '@binnacle/contract/search'
import type { Pool } from 'pg'
import { allOf, createParameters, type Parameters } from '../../platform/database/parameters.ts'
import { escapePattern } from '../../platform/database/pattern.ts'

/** Columns that a selector of fields may name; other names are properties. Source: section 3.6 of the reference. */
const fields = new Set(['owner', 'topology_type', 'topology_id', 'parent_id', 'type'])

function fieldOf(key: string, parameters: Parameters): string {
  if (fields.has(key)) return `component.${key}::text`
  return `(
    select property ->> 'text' from jsonb_array_elements(component.properties) as property
    where property ->> 'name' = ${parameters.add(key)} limit 1
  )`
}

function labelOf(key: string, parameters: Parameters): string {
  return `(component.labels ->> ${parameters.add(key)})`
}

function conditionsOf(
  text: string | undefined,
  valueOf: typeof labelOf,
  parameters: Parameters,
): readonly string[] {
  const parsed = parseLabelSelector(text ?? '')
  if (!parsed.ok) return []
  return parsed.value.map((requirement) =>
    valueCondition(valueOf(requirement.key, parameters), requirement, parameters),
  )
}

function valueCondition(label: string, requirement: LabelRequirement, parameters: Parameters): string {
  if (!('values' in requirement)) return `${label} is ${requirement.is === 'exists' ? 'not null' : 'null'}`
  const values = parameters.add(requirement.values)
  return requirement.is === 'in'
    ? `${label} = any (${values})`
    : `coalesce(${label} <> all (${values}), true)`
}

function agentCondition(agent: string, parameters: Parameters): string[] {
  if (agent === 'all') return []
  if (agent === '' || agent === 'self') return [`component.agent_id = ${parameters.add(LOCAL_AGENT_ID)}`]
  return [
    `component.agent_id in (select id from core.agents where ${parameters.add(agent)} in (id::text, name))`,
  ]
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== ''
}

function conditionOf(selector: ResourceSelector, parameters: Parameters): string | undefined {
  const { id, name, namespace, types = [], statuses = [], labelSelector, fieldSelector, search } = selector
  const chosen = [
    ...(isGiven(id) ? [`component.id = ${parameters.add(id)}`] : []),
    ...(isGiven(name) ? [`component.name = ${parameters.add(name)}`] : []),
    ...(isGiven(namespace) ? [`component.namespace = ${parameters.add(namespace)}`] : []),
    ...(types.length > 0 ? [`component.type = any (${parameters.add(types)})`] : []),
    ...(statuses.length > 0
      ? [`coalesce(state.status, component.status) = any (${parameters.add(statuses)})`]
      : []),
    ...conditionsOf(labelSelector, labelOf, parameters),
    ...conditionsOf(fieldSelector, fieldOf, parameters),
    ...(isGiven(search)
      ? [`component.name ilike ${parameters.add(`${escapePattern(search.trim())}%`)}`]
      : []),
  ]
  if (chosen.length === 0) return undefined
  const present = selector.includeDeleted === true ? [] : ['component.deleted_at is null']
  return allOf([...chosen, ...present, ...agentCondition(selector.agent ?? '', parameters)])
}

/**
 * Finds components that match any of the selectors, sorted by name.
 * @param limit most components in total
 */
export async function searchComponents(
  pool: Pool,
  selectors: readonly ResourceSelector[],
  limit: number,
): Promise<FoundResource[]> {
  const parameters = createParameters()
  const parts = selectors.flatMap((selector) => {
    const condition = conditionOf(selector, parameters)
    if (condition === undefined) return []
    return `(
      select component.id from core.components as component
      left join core.component_states as state on state.component_id = component.id
      where ${condition} order by component.name, component.id
      limit ${parameters.add(Math.min(selector.limit ?? limit, limit))}
    )`
  })
  if (parts.length === 0) return []
  const { rows } = await pool.query<FoundResource>(
    `select id, name, coalesce(type, '') as type, coalesce(namespace, '') as namespace, agent_id as agent, icon,
       labels as tags
     from core.components where id in (${parts.join(' union ')}) order by name, id limit ${parameters.add(limit)}`,
    [...parameters.values],
  )
  return rows
}
