import type { CheckDetail } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Actor } from '../../../platform/access/actor.ts'
import { maskSpec } from '../../../platform/specs/stored-spec.ts'
import { shownTo } from '../../../platform/specs/variables.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'

/** Reads a check with its canary, as somebody may see it. @returns undefined if there is no such check */
export async function findCheck(
  pool: Pool,
  types: CheckTypes,
  id: string,
  actor: Actor,
): Promise<CheckDetail | undefined> {
  const { rows } = await pool.query<{ detail: CheckDetail }>(sql`
    select to_jsonb(summary) || jsonb_build_object(
      'spec', checks.spec,
      'schedule', checks.schedule,
      'takes_scripts', not (checks.transformed or checks.suite or checks.pushed),
      'receives', checks.pushed,
      'running', coalesce(state.lease_until > now(), false),
      'agent', jsonb_build_object('id', agents.id, 'name', agents.name),
      'canary', jsonb_build_object(
        'id', canaries.id, 'name', canaries.name, 'namespace', canaries.namespace, 'labels', canaries.labels,
        'annotations', canaries.annotations, 'source', canaries.source, 'spec', canaries.spec,
        'agent_id', canaries.agent_id, 'created_by', canaries.created_by, 'created_at', canaries.created_at,
        'updated_at', canaries.updated_at
      )
    ) as detail
    from api.check_summary as summary
    join core.checks on checks.id = summary.id
    join core.check_state as state on state.check_id = summary.id
    join core.canaries on canaries.id = summary.canary_id
    join core.agents on agents.id = summary.agent_id
    where summary.id = ${id}`)
  const detail = rows[0]?.detail
  if (detail === undefined) return undefined
  const masked = maskSpec(types, { [detail.type]: [detail.spec] })[detail.type]
  const spec: unknown = Array.isArray(masked) ? masked[0] : undefined
  return {
    ...detail,
    receives: detail.receives || types.get(detail.type)?.definition.receives !== undefined,
    spec: typeof spec === 'object' && spec !== null ? shownTo(actor, 'canaries', { ...spec }) : {},
    canary: { ...detail.canary, spec: shownTo(actor, 'canaries', maskSpec(types, detail.canary.spec)) },
  }
}
