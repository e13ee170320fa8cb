import type { Json } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import type { ScriptInputs, LastResult } from '../pipeline/index.ts'
import type { CheckPlan } from './prepare.ts'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import type { HealthTables } from '../tables.ts'

/** Whether a check is ready to run, with the inputs of its scripts, or why it cannot run. */
export type Readiness =
  | { kind: 'ready'; known: ScriptInputs }
  /** A dependency has not run yet and will soon. */
  | { kind: 'wait' }
  | { kind: 'blocked'; reason: string }

/** Reads the newest stored result of a check. @returns undefined if missing */
export async function findNewestResult(pool: Pool, checkId: string): Promise<LastResult | undefined> {
  return (
    tablesOn<HealthTables>(pool)
      .selectFrom('core.check_state as state')
      // The time selects the partition with the details.
      .innerJoin('core.check_statuses as result', (join) =>
        join.onRef('result.check_id', '=', 'state.check_id').onRef('result.time', '=', 'state.last_runtime'),
      )
      .select([
        'result.time',
        'result.state',
        'result.duration',
        'result.message',
        'result.error',
        'result.details',
      ])
      .where('state.check_id', '=', checkId)
      .executeTakeFirst()
  )
}

const findDependencies = (pool: Pool, canaryId: string, names: readonly string[]) =>
  tablesOn<HealthTables>(pool)
    .selectFrom('core.checks as checks')
    .innerJoin('core.check_state as state', 'state.check_id', 'checks.id')
    .leftJoin('core.check_data as data', 'data.check_id', 'checks.id')
    .select(['checks.name', 'state.state', 'state.last_runtime', 'state.due_at', 'data.data'])
    .select(({ fn }) => fn.coalesce('state.error', 'state.message').as('message'))
    .where('checks.canary_id', '=', canaryId)
    .where('checks.name', '=', anyOf(names))
    .where('checks.deleted_at', 'is', null)
    .where('checks.transformed', '=', false)
    .where('checks.suite', '=', false)
    .execute()

type DependencyRow = Awaited<ReturnType<typeof findDependencies>>[number]

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
  return findDependencies(pool, subject.canary.id, dependsOn)
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
