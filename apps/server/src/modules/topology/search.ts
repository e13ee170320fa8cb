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

function labelCondition(requirement: LabelRequirement, parameters: Parameters): string {
  const label = `(component.labels ->> ${parameters.add(requirement.key)})`
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
  const { id, name, namespace, types = [], statuses = [], labelSelector, search } = selector
  const labels = parseLabelSelector(labelSelector ?? '')
  const chosen = [
    ...(isGiven(id) ? [`component.id = ${parameters.add(id)}`] : []),
    ...(isGiven(name) ? [`component.name = ${parameters.add(name)}`] : []),
    ...(isGiven(namespace) ? [`component.namespace = ${parameters.add(namespace)}`] : []),
    ...(types.length > 0 ? [`component.type = any (${parameters.add(types)})`] : []),
    ...(statuses.length > 0
      ? [`coalesce(state.status, component.status) = any (${parameters.add(statuses)})`]
      : []),
    ...(labels.ok ? labels.value.map((requirement) => labelCondition(requirement, parameters)) : []),
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
