import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import {
  type FoundResource,
  type LabelRequirement,
  parseLabelSelector,
  type ResourceSelector,
} from '@binnacle/contract/search'
import type { Pool } from 'pg'
import { containing, escapePattern } from '../../../platform/database/pattern.ts'
import { createParameters, type Parameters } from '../../../platform/database/parameters.ts'

function agentCondition(agent: string, parameters: Parameters): string | undefined {
  if (agent === 'all') return undefined
  if (agent === '' || agent === 'self') return `checks.agent_id = ${parameters.add(LOCAL_AGENT_ID)}`
  return `checks.agent_id in (select id from core.agents where ${parameters.add(agent)} in (id::text, name))`
}

function labelCondition(requirement: LabelRequirement, parameters: Parameters): string {
  const label = `(checks.labels ->> ${parameters.add(requirement.key)})`
  switch (requirement.is) {
    case 'exists':
      return `${label} is not null`
    case 'missing':
      return `${label} is null`
    case 'in':
      return `${label} = any (${parameters.add(requirement.values)})`
    default:
      return `coalesce(${label} <> all (${parameters.add(requirement.values)}), true)`
  }
}

/** Finds a text anywhere by an index first, and then tests whether a name or value starts with it. */
function searchCondition(search: string, parameters: Parameters): string {
  const anywhere = parameters.add(containing(search))
  const beginning = parameters.add(`${escapePattern(search.trim().toLowerCase())}%`)
  return `(
    (checks.search like ${anywhere} and lower(checks.name) like ${beginning})
    or (
      lower(checks.labels::text) like ${anywhere}
      and exists (select from jsonb_each_text(checks.labels) as label where lower(label.value) like ${beginning})
    )
  )`
}

/**
 * The condition on `checks` and their `state` that a selector means.
 * @returns undefined for an empty selector, which selects nothing
 */
export function checkSelection(
  selector: ResourceSelector & { scope?: string | undefined },
  parameters: Parameters,
): string | undefined {
  const { id, name, namespace, types, statuses, labelSelector, search, scope } = selector
  const labels = parseLabelSelector(labelSelector ?? '')
  const chosen = [
    ...(id === undefined || id === '' ? [] : [`checks.id = ${parameters.add(id)}`]),
    ...(name === undefined || name === '' ? [] : [`checks.name = ${parameters.add(name)}`]),
    ...(namespace === undefined || namespace === ''
      ? []
      : [`checks.namespace = ${parameters.add(namespace)}`]),
    ...(types === undefined || types.length === 0 ? [] : [`checks.type = any (${parameters.add(types)})`]),
    ...(statuses === undefined || statuses.length === 0
      ? []
      : [`state.state::text = any (${parameters.add(statuses)})`]),
    ...(labels.ok ? labels.value.map((requirement) => labelCondition(requirement, parameters)) : []),
    ...(search === undefined || search.trim() === '' ? [] : [searchCondition(search, parameters)]),
    ...(scope === undefined || scope === ''
      ? []
      : [
          `checks.canary_id in (
            select id from core.canaries where ${parameters.add(scope)} in (id::text, namespace || '/' || name)
          )`,
        ]),
  ]
  if (chosen.length === 0) return undefined
  const agent = agentCondition(selector.agent ?? '', parameters)
  return [
    ...chosen,
    ...(agent === undefined ? [] : [agent]),
    ...(selector.includeDeleted === true ? [] : ['checks.deleted_at is null']),
  ].join(' and ')
}

/**
 * Finds checks that match any of the selectors, sorted by name.
 * @param limit most checks in total
 */
export async function searchChecks(
  pool: Pool,
  selectors: readonly ResourceSelector[],
  limit: number,
): Promise<FoundResource[]> {
  const parameters = createParameters()
  const parts = selectors.flatMap((selector) => {
    const condition = checkSelection(selector, parameters)
    if (condition === undefined) return []
    return `(
      select checks.id from core.checks join core.check_state as state on state.check_id = checks.id
      where ${condition} order by checks.name, checks.id limit ${parameters.add(Math.min(selector.limit ?? limit, limit))}
    )`
  })
  if (parts.length === 0) return []
  const { rows } = await pool.query<FoundResource>(
    `select id, name, type, namespace, agent_id as agent, icon, labels as tags from core.checks
     where id in (${parts.join(' union ')}) order by name, id limit ${parameters.add(limit)}`,
    [...parameters.values],
  )
  return rows
}
