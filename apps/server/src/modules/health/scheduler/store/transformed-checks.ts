import { NIL_ID } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import sql, { empty } from 'sql-template-tag'
import type { Clock } from '../../../../platform/clock.ts'
import type { Columns } from '../../../../platform/database/columns.ts'
import { wasRemoved } from '../../canaries/removed.ts'
import type { Claim } from '../claim/claim.ts'
import type { NewResult, Recorder } from '../../results/record.ts'
import type { CheckSelectors } from '../../results/selectors.ts'
import { type RunResult, type TransformedResult, toResult } from '../../results/result.ts'
import { nextStatus, type CheckStatus, type Thresholds } from '../../results/check-status.ts'

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
    select present.id, ${NIL_ID}::uuid, present.type, 0, ${leaseId}::uuid,
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
 * Finds transformed checks that a run no longer returns, or only those that it names as deleted, and gives them the lease of
 * their parent.
 * @param named as JSON; undefined for all
 */
const findMissingChecks = (
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

/** Marks checks as deleted and unschedules them. Their history stays until retention deletes it. */
export const retireChecks = (ids: readonly string[], now: Date) => sql`
  with gone as (
    update core.checks set deleted_at = ${now} where id = any (${ids}) and deleted_at is null returning id
  )
  update core.check_state as state set due_at = null, lease_owner = null, lease_id = null, lease_until = null
  from gone where state.check_id = gone.id`

/** The last result of a missing check, if its delete strategy writes one. */
function lastResultOf(
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

/** The run of a check that returned transformed checks. */
export interface ParentRun {
  claim: Claim
  name: string
  canaryId: string
  thresholds: Thresholds
  /** Start of the run. */
  time: Date
  /** Whether the run returns all transformed checks. A message returns only those that it is about. */
  returnsAll: boolean
}

/**
 * Stores transformed checks with their results, and retires those that the run no longer returns or names as deleted.
 * @returns names that were not stored because other checks of the canary have them
 */
export async function writeTransformedChecks(
  dependencies: TransformedDependencies,
  parent: ParentRun,
  returned: readonly TransformedResult[],
): Promise<string[]> {
  const { pool, clock } = dependencies
  const [deleted, wanted] = partition(returned, ({ isDeleted }) => isDeleted)
  // Redacting or cutting may have made two names equal.
  const present = [...Map.groupBy(wanted, keyOf).values()].flatMap(([first]) => first ?? [])
  const rows = await storePresent(pool, parent, present)
  const missing = await findMissing(pool, parent, [...rows.values()], deleted)
  await Promise.all([
    ...recordResults(dependencies, parent, present, rows),
    ...recordLastResults(dependencies, parent, missing),
  ])
  await storeRelated(dependencies, parent, present, rows)
  if (missing.length > 0)
    await pool.query(
      retireChecks(
        missing.map(({ id }) => id),
        clock.now(),
      ),
    )
  return wanted
    .filter((check) => !present.includes(check) || !rows.has(keyOf(check)))
    .map((check) => check.name)
}

type RowsByKey = ReadonlyMap<string, TransformedRow>

async function storePresent(
  pool: Pool,
  { claim }: ParentRun,
  present: readonly TransformedResult[],
): Promise<RowsByKey> {
  if (present.length === 0) return new Map()
  const checks = present.map(({ result: _stored, related: _elsewhere, deleteStrategy, ...check }) => ({
    ...check,
    delete_strategy: deleteStrategy,
  }))
  const { rows } = await pool.query<TransformedRow>(
    storeChecks(claim.check_id, claim.lease_id, JSON.stringify(checks)),
  )
  return new Map(rows.map((row) => [keyOf(row), row]))
}

async function findMissing(
  pool: Pool,
  { claim, returnsAll }: ParentRun,
  stored: readonly TransformedRow[],
  deleted: readonly TransformedResult[],
): Promise<MissingCheckRow[]> {
  const named = deleted.map(({ type, name }) => ({ type, name }))
  const { rows } = await pool.query<MissingCheckRow>(
    findMissingChecks(
      claim.check_id,
      claim.lease_id,
      stored.map(({ id }) => id),
      returnsAll ? undefined : JSON.stringify(named),
    ),
  )
  return rows
}

function recordUnder(
  { recorder }: TransformedDependencies,
  { claim, canaryId }: ParentRun,
  checkId: string,
  result: RunResult,
  status: NewResult['status'],
): Promise<boolean> {
  const leaseId = claim.lease_id
  return recorder.record({ checkId, canaryId, leaseId, result, status, nextDue: null, skipped: 0 })
}

function recordResults(
  dependencies: TransformedDependencies,
  parent: ParentRun,
  present: readonly TransformedResult[],
  rows: RowsByKey,
): Promise<boolean>[] {
  return present.flatMap((check) => {
    const row = rows.get(keyOf(check))
    if (row === undefined) return []
    const status = nextStatus(row, check.result.state, parent.thresholds)
    return [recordUnder(dependencies, parent, row.id, check.result, status)]
  })
}

function recordLastResults(
  dependencies: TransformedDependencies,
  parent: ParentRun,
  missing: readonly MissingCheckRow[],
): Promise<boolean>[] {
  return missing.flatMap((row) => {
    const result = lastResultOf(row, parent.name, parent.time)
    if (result === undefined) return []
    const status = nextStatus({ verdict: null, streak: 0 }, result.state, { failure: 1, recovery: 1 })
    return [recordUnder(dependencies, parent, row.id, result, { ...status, previous: row.verdict })]
  })
}

async function storeRelated(
  { selectors }: TransformedDependencies,
  { claim }: ParentRun,
  present: readonly TransformedResult[],
  rows: RowsByKey,
): Promise<void> {
  await selectors.store(
    present.flatMap((check) => {
      const checkId = rows.get(keyOf(check))?.id
      const { related } = check
      return checkId === undefined || related === undefined
        ? []
        : [{ checkId, revision: claim.revision, related }]
    }),
  )
}

function partition<Value>(
  values: readonly Value[],
  isFirst: (value: Value) => boolean,
): [first: Value[], second: Value[]] {
  const groups = Map.groupBy(values, isFirst)
  return [groups.get(true) ?? [], groups.get(false) ?? []]
}
