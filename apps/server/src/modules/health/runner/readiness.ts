import type { CheckState } from '@binnacle/contract/health'
import type { Json } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import type { ScriptInputs, LastResult } from '../pipeline/index.ts'
import type { CheckPlan } from './prepare.ts'
import type { RunData } from '../results/result.ts'
import type { Columns, KnownColumns } from '../../../platform/database/columns.ts'

/** Whether a check is ready to run, with the inputs of its scripts, or why it cannot run. */
export type Readiness =
  | { kind: 'ready'; known: ScriptInputs }
  /** A dependency has not run yet and will soon. */
  | { kind: 'wait' }
  | { kind: 'blocked'; reason: string }

/** Reads the newest result with its details. The time selects the partition with the details. */
const findLastResult = `
  select result.time, result.state as said, result.duration, result.message, result.error, result.details
  from core.check_state as state
  join core.check_statuses as result on result.check_id = state.check_id and result.time = state.last_runtime
  where state.check_id = $1`

const findDependencies = `
  select checks.name, state.state, coalesce(state.error, state.message) as message, state.last_runtime,
    state.due_at, data.data
  from core.checks
  join core.check_state as state on state.check_id = checks.id
  left join core.check_data as data on data.check_id = checks.id
  where checks.canary_id = $1 and checks.name = any ($2) and checks.deleted_at is null and not checks.transformed
    and not checks.suite`

type ResultRow = { said: CheckState } & KnownColumns<
  'core.check_statuses',
  'time' | 'duration' | 'message' | 'error' | 'details',
  { details: Record<string, Json> | null }
>

/** Reads the newest stored result of a check. @returns undefined if missing */
export async function findNewestResult(pool: Pool, checkId: string): Promise<LastResult | undefined> {
  const { rows } = await pool.query<ResultRow>(findLastResult, [checkId])
  const [row] = rows
  if (row === undefined) return undefined
  const { said, ...result } = row
  return { ...result, state: said }
}

type DependencyRow = Columns<'core.checks', 'name'> &
  Columns<'core.check_state', 'state' | 'message' | 'last_runtime' | 'due_at'> & { data: RunData | null }

/** Why a check cannot run: its first dependency that is not healthy. */
function obstacle(names: readonly string[], rows: readonly DependencyRow[]): Readiness | undefined {
  for (const name of names) {
    const row = rows.find((each) => each.name === name)
    if (row === undefined)
      return { kind: 'blocked', reason: `depends on "${name}", which is no longer a check of the canary` }
    if (row.last_runtime === null)
      return row.due_at === null
        ? { kind: 'blocked', reason: `depends on "${name}", which has not run yet` }
        : { kind: 'wait' }
    if (row.state !== 'healthy')
      return {
        kind: 'blocked',
        reason: `depends on "${name}", which is ${row.state}${row.message === null ? '' : `: ${row.message}`}`,
      }
  }
  return undefined
}

/** What scripts of other checks see of a dependency; durations in milliseconds. */
function outputOf({ data, message }: DependencyRow): Json {
  return { message, ...data?.values, ...data?.durations }
}

async function findDependenciesOf(pool: Pool, { dependsOn, subject }: CheckPlan): Promise<DependencyRow[]> {
  if (dependsOn.length === 0) return []
  return (await pool.query<DependencyRow>(findDependencies, [subject.canary.id, dependsOn])).rows
}

function outputsOf(rows: readonly DependencyRow[]): Record<string, Json> {
  return Object.fromEntries(rows.map((row) => [row.name, outputOf(row)]))
}

/** Reads the current outputs of the dependencies of a check, whether it can run or not. */
export async function findOutputs(pool: Pool, check: CheckPlan): Promise<Record<string, Json>> {
  return outputsOf(await findDependenciesOf(pool, check))
}

/** Reads the last result and dependencies of a check, if it uses them. Most checks use neither. */
export async function readinessOf(pool: Pool, check: CheckPlan): Promise<Readiness> {
  const { needsLastResult, dependsOn, subject } = check
  if (!needsLastResult && dependsOn.length === 0) return { kind: 'ready', known: {} }
  const [lastResult, dependencies] = await Promise.all([
    needsLastResult ? findNewestResult(pool, subject.check.id) : undefined,
    findDependenciesOf(pool, check),
  ])
  return (
    obstacle(dependsOn, dependencies) ?? {
      kind: 'ready',
      known: {
        ...(lastResult === undefined ? {} : { lastResult }),
        outputs: outputsOf(dependencies),
      },
    }
  )
}
