import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import {
  type FoundResource,
  type LabelRequirement,
  parseLabelSelector,
  type ResourceSelector,
} from '@binnacle/contract/search'
import type { Pool } from 'pg'
import sql, { join, type Sql } from 'sql-template-tag'
import { allOf } from '../../../platform/database/all-of.ts'
import { containing, escapePattern } from '../../../platform/database/pattern.ts'

function agentCondition(agent: string): Sql | undefined {
  if (agent === 'all') return undefined
  if (agent === '' || agent === 'self') return sql`checks.agent_id = ${LOCAL_AGENT_ID}`
  return sql`checks.agent_id in (select id from core.agents where ${agent} in (id::text, name))`
}

function labelCondition(requirement: LabelRequirement): Sql {
  const label = sql`(checks.labels ->> ${requirement.key})`
  switch (requirement.is) {
    case 'exists':
      return sql`${label} is not null`
    case 'missing':
      return sql`${label} is null`
    case 'in':
      return sql`${label} = any (${requirement.values})`
    default:
      return sql`coalesce(${label} <> all (${requirement.values}), true)`
  }
}

/** Finds a text anywhere by an index first, and then tests whether a name or value starts with it. */
function searchCondition(search: string): Sql {
  const anywhere = containing(search)
  const beginning = `${escapePattern(search.trim().toLowerCase())}%`
  return sql`(
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
export function checkSelection(selector: ResourceSelector & { scope?: string | undefined }): Sql | undefined {
  const { id, name, namespace, types, statuses, labelSelector, search, scope } = selector
  const labels = parseLabelSelector(labelSelector ?? '')
  const chosen = [
    ...(id === undefined || id === '' ? [] : [sql`checks.id = ${id}`]),
    ...(name === undefined || name === '' ? [] : [sql`checks.name = ${name}`]),
    ...(namespace === undefined || namespace === '' ? [] : [sql`checks.namespace = ${namespace}`]),
    ...(types === undefined || types.length === 0 ? [] : [sql`checks.type = any (${types})`]),
    ...(statuses === undefined || statuses.length === 0 ? [] : [sql`state.state::text = any (${statuses})`]),
    ...(labels.ok ? labels.value.map(labelCondition) : []),
    ...(search === undefined || search.trim() === '' ? [] : [searchCondition(search)]),
    ...(scope === undefined || scope === ''
      ? []
      : [
          sql`checks.canary_id in (
            select id from core.canaries where ${scope} in (id::text, namespace || '/' || name)
          )`,
        ]),
  ]
  if (chosen.length === 0) return undefined
  const agent = agentCondition(selector.agent ?? '')
  return allOf([
    ...chosen,
    ...(agent === undefined ? [] : [agent]),
    ...(selector.includeDeleted === true ? [] : [sql`checks.deleted_at is null`]),
  ])
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
  const parts = selectors.flatMap((selector) => {
    const condition = checkSelection(selector)
    if (condition === undefined) return []
    return sql`(
      select checks.id from core.checks join core.check_state as state on state.check_id = checks.id
      where ${condition} order by checks.name, checks.id limit ${Math.min(selector.limit ?? limit, limit)}
    )`
  })
  if (parts.length === 0) return []
  const { rows } = await pool.query<FoundResource>(sql`
    select id, name, type, namespace, agent_id as agent, icon, labels as tags from core.checks
    where id in (${join(parts, ' union ')}) order by name, id limit ${limit}`)
  return rows
}
