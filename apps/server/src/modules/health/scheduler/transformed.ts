import type { Pool } from 'pg'
import sql, { empty } from 'sql-template-tag'
import type { Clock } from '../../../platform/clock.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { wasRemoved } from '../canaries/removed.ts'
import type { Claim } from './claim.ts'
import type { NewResult, Recorder } from '../results/record.ts'
import type { CheckSelectors } from '../results/selectors.ts'
import { type RunResult, type TransformedResult, toResult } from '../results/result.ts'
import { nextStatus, type CheckStatus, type Thresholds } from '../results/check-status.ts'

interface TransformedRow extends CheckStatus, Columns<'core.checks', 'id' | 'type' | 'name'> {}

interface MissingCheckRow extends CheckStatus, Columns<'core.checks', 'id' | 'delete_strategy'> {}

/**
 * Stores transformed checks if the lease of their parent is still valid, and updates only changed rows. They get the lease of
 * their parent, under which their results are stored. Names of other checks of the canary are left out.
 * @param given as JSON
 */
const storeChecks = (parentId: string, leaseId: string, given: string) => sql`
  with parent as (
    select checks.*, state.suite_id from core.checks join core.check_state as state on state.check_id = checks.id
    where checks.id = ${parentId} and state.lease_id = ${leaseId} and checks.deleted_at is null
  ),
  given as (
    select parent.canary_id, parent.agent_id, parent.id as parent_id, parent.owner, parent.severity,
      given.type, given.name, coalesce(given.namespace, parent.namespace) as namespace, given.description,
      coalesce(given.icon, parent.icon) as icon, given.endpoint, given.labels, given.delete_strategy
    from parent, json_to_recordset(${given}::json) as given (
      type text, name text, namespace text, description text, icon text, endpoint text, labels jsonb,
      delete_strategy text
    )
  ),
  same as (
    select stored.id, stored.type, stored.name
    from given join core.checks as stored using (canary_id, type, name, agent_id)
    where stored.parent_id = given.parent_id and stored.deleted_at is null
      and (stored.namespace, stored.description, stored.icon, stored.endpoint, stored.labels, stored.owner,
        stored.severity, stored.delete_strategy)
        is not distinct from (given.namespace, given.description, given.icon, given.endpoint, given.labels,
        given.owner, given.severity, given.delete_strategy)
  ),
  written as (
    insert into core.checks as stored (
      canary_id, agent_id, parent_id, owner, severity, type, name, namespace, description, icon, endpoint, labels,
      delete_strategy, spec, transformed
    )
    select given.canary_id, agent_id, parent_id, owner, severity, type, name, namespace, description, icon, endpoint,
      labels, delete_strategy, '{}', true
    from given where not exists (select from same where same.type = given.type and same.name = given.name)
    on conflict (canary_id, type, name, agent_id) do update set
      parent_id = excluded.parent_id, owner = excluded.owner, severity = excluded.severity,
      namespace = excluded.namespace, description = excluded.description, icon = excluded.icon,
      endpoint = excluded.endpoint, labels = excluded.labels, delete_strategy = excluded.delete_strategy,
      spec = excluded.spec, schedule = null, transformed = true, keeps_data = false, suite = false,
      deleted_at = null
    where stored.deleted_at is not null or stored.parent_id = excluded.parent_id
    returning id, type, name
  ),
  present as (select * from same union all select * from written),
  states as (
    insert into core.check_state as stored (check_id, revision, type, timeout_milliseconds, lease_id, suite_id)
    select present.id, '00000000-0000-0000-0000-000000000000', present.type, 0, ${leaseId}::uuid,
      parent.suite_id
    from present, parent
    on conflict (check_id) do update set lease_id = excluded.lease_id, suite_id = excluded.suite_id,
      -- The alert of a check ends when it is removed, so its next failure has to count as its first.
      verdict = case when ${wasRemoved} then null else stored.verdict end
    returning check_id, verdict, streak
  )
  select present.id, present.type, present.name, states.verdict, states.streak
  from present join states on states.check_id = present.id`

/**
 * Finds transformed checks that a run no longer returns, or only those that it names as deleted, with the lease of their parent.
 * @param named as JSON; undefined for all
 */
const findGone = (
  parentId: string,
  leaseId: string,
  present: readonly string[],
  named: string | undefined,
) => sql`
  with gone as (
    select checks.id, checks.delete_strategy from core.checks
    join core.check_state as parent on parent.check_id = ${parentId} and parent.lease_id = ${leaseId}
    where checks.parent_id = ${parentId} and checks.deleted_at is null and checks.id <> all (${present})
      ${
        named === undefined
          ? empty
          : sql`
      and exists (
        select from json_to_recordset(${named}::json) as named (type text, name text)
        where named.type = checks.type and named.name = checks.name
      )`
      }
  )
  update core.check_state as state set lease_id = ${leaseId}
  from gone where state.check_id = gone.id
  returning gone.id, gone.delete_strategy, state.verdict, state.streak`

/** Takes checks out of use. Their history stays until retention deletes it. */
export const retireChecks = (ids: readonly string[], now: Date) => sql`
  with gone as (
    update core.checks set deleted_at = ${now} where id = any (${ids}) and deleted_at is null returning id
  )
  update core.check_state as state set due_at = null, lease_owner = null, lease_id = null, lease_until = null
  from gone where state.check_id = gone.id`

/** The last result of a check that is gone, if its strategy writes one. */
function lastWord(
  { delete_strategy: strategy }: MissingCheckRow,
  parentName: string,
  time: Date,
): RunResult | undefined {
  const text = `"${parentName}" no longer gives this check`
  if (strategy === 'MarkHealthy') return toResult({ state: 'healthy', message: text }, time, 0)
  if (strategy === 'MarkUnhealthy') return toResult({ state: 'unhealthy', error: text }, time, 0)
  return undefined
}

function keyOf({ type, name }: { type: string; name: string }): string {
  return JSON.stringify([type, name])
}

export interface TransformedDependencies {
  pool: Pool
  recorder: Recorder
  selectors: CheckSelectors
  clock: Clock
}

export interface Producer {
  claim: Claim
  name: string
  canaryId: string
  thresholds: Thresholds
  /** Start of the run. */
  time: Date
  /** Whether the run returns all transformed checks. A message returns only those that it is about. */
  givesAll: boolean
}

/**
 * Stores transformed checks with their results, and retires those that the run no longer returns or names as deleted.
 * @returns names that were left out because other checks of the canary have them
 */
export async function storeTransformed(
  { pool, recorder, selectors, clock }: TransformedDependencies,
  { claim, name, canaryId, thresholds, time, givesAll }: Producer,
  given: readonly TransformedResult[],
): Promise<string[]> {
  const { check_id: parentId, lease_id: leaseId } = claim
  const wanted = given.filter(({ isDeleted }) => !isDeleted)
  // Redacting or cutting may have made two names equal.
  const present = [...Map.groupBy(wanted, keyOf).values()].flatMap(([first]) => first ?? [])
  const rows = present.map(({ result: _stored, related: _elsewhere, deleteStrategy, ...check }) => ({
    ...check,
    delete_strategy: deleteStrategy,
  }))
  const stored =
    rows.length === 0
      ? []
      : (await pool.query<TransformedRow>(storeChecks(parentId, leaseId, JSON.stringify(rows)))).rows
  const known = new Map(stored.map((row) => [keyOf(row), row]))
  const record = (checkId: string, result: RunResult, status: NewResult['status']) =>
    recorder.record({ checkId, canaryId, leaseId, result, status, nextDue: null, skipped: 0 })
  const results = present.flatMap((check) => {
    const row = known.get(keyOf(check))
    return row === undefined
      ? []
      : [record(row.id, check.result, nextStatus(row, check.result.state, thresholds))]
  })
  const deleted = given
    .filter(({ isDeleted }) => isDeleted)
    .map(({ type, name: gone }) => ({ type, name: gone }))
  const { rows: gone } = await pool.query<MissingCheckRow>(
    findGone(
      parentId,
      leaseId,
      stored.map(({ id }) => id),
      givesAll ? undefined : JSON.stringify(deleted),
    ),
  )
  const lastWords = gone.flatMap((row) => {
    const result = lastWord(row, name, time)
    return result === undefined
      ? []
      : [
          record(row.id, result, {
            ...nextStatus({ verdict: null, streak: 0 }, result.state, { failure: 1, recovery: 1 }),
            previous: row.verdict,
          }),
        ]
  })
  await Promise.all([...results, ...lastWords])
  await selectors.store(
    present.flatMap((check) => {
      const checkId = known.get(keyOf(check))?.id
      const { related } = check
      return checkId === undefined || related === undefined
        ? []
        : [{ checkId, revision: claim.revision, related }]
    }),
  )
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id)
    await pool.query(retireChecks(ids, clock.now()))
  }
  return wanted
    .filter((check) => !present.includes(check) || !known.has(keyOf(check)))
    .map((check) => check.name)
}
