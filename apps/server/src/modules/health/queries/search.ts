import {
  type FoundResource,
  type LabelRequirement,
  LOCAL_AGENT_ID,
  parseLabelSelector,
  type ResourceSelector,
} from '@binnacle/contract'
import type { Pool } from 'pg'
import { containing, escapePattern } from './pattern.ts'

/** Collects the values of a statement. */
type Bind = (value: unknown) => string

function agentCondition(agent: string, bind: Bind): string | undefined {
  if (agent === 'all') return undefined
  if (agent === '' || agent === 'self') return `checks.agent_id = ${bind(LOCAL_AGENT_ID)}`
  return `checks.agent_id in (select id from core.agents where ${bind(agent)} in (id::text, name))`
}

function labelCondition(requirement: LabelRequirement, bind: Bind): string {
  const label = `(checks.labels ->> ${bind(requirement.key)})`
  switch (requirement.is) {
    case 'exists':
      return `${label} is not null`
    case 'missing':
      return `${label} is null`
    case 'in':
      return `${label} = any (${bind(requirement.values)})`
    default:
      return `coalesce(${label} <> all (${bind(requirement.values)}), true)`
  }
}

/** Both indexes find a text anywhere; what they find is then looked at for where it stands. */
function searchCondition(search: string, bind: Bind): string {
  const anywhere = bind(containing(search))
  const beginning = bind(`${escapePattern(search.trim().toLowerCase())}%`)
  return `(
    (checks.search like ${anywhere} and lower(checks.name) like ${beginning})
    or (
      lower(checks.labels::text) like ${anywhere}
      and exists (select from jsonb_each_text(checks.labels) as label where lower(label.value) like ${beginning})
    )
  )`
}

function conditionOf(selector: ResourceSelector, bind: Bind): string | undefined {
  const { id, name, namespace, types, statuses, labelSelector, search } = selector
  const labels = parseLabelSelector(labelSelector ?? '')
  const chosen = [
    ...(id === undefined || id === '' ? [] : [`checks.id = ${bind(id)}`]),
    ...(name === undefined || name === '' ? [] : [`checks.name = ${bind(name)}`]),
    ...(namespace === undefined || namespace === '' ? [] : [`checks.namespace = ${bind(namespace)}`]),
    ...(types === undefined || types.length === 0 ? [] : [`checks.type = any (${bind(types)})`]),
    ...(statuses === undefined || statuses.length === 0
      ? []
      : [`state.state::text = any (${bind(statuses)})`]),
    ...(labels.ok ? labels.value.map((requirement) => labelCondition(requirement, bind)) : []),
    ...(search === undefined || search.trim() === '' ? [] : [searchCondition(search, bind)]),
  ]
  if (chosen.length === 0) return undefined
  const agent = agentCondition(selector.agent ?? '', bind)
  return [
    ...chosen,
    ...(agent === undefined ? [] : [agent]),
    ...(selector.includeDeleted === true ? [] : ['checks.deleted_at is null']),
  ].join(' and ')
}

/**
 * Checks that any of the selectors chooses, by name.
 * @param limit of all of them together
 */
export async function searchChecks(
  pool: Pool,
  selectors: readonly ResourceSelector[],
  limit: number,
): Promise<FoundResource[]> {
  const values: unknown[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const parts = selectors.flatMap((selector) => {
    const condition = conditionOf(selector, bind)
    if (condition === undefined) return []
    return `(
      select checks.id from core.checks join core.check_state as state on state.check_id = checks.id
      where ${condition} order by checks.name, checks.id limit ${bind(Math.min(selector.limit ?? limit, limit))}
    )`
  })
  if (parts.length === 0) return []
  const { rows } = await pool.query<FoundResource>(
    `select id, name, type, namespace, agent_id as agent, icon, labels as tags from core.checks
     where id in (${parts.join(' union ')}) order by name, id limit ${bind(limit)}`,
    values,
  )
  return rows
}
