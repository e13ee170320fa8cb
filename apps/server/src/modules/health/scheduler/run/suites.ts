import type { CheckState } from '@binnacle/contract/health'
import {
  type SuiteReport,
  testResults,
  type TestReport,
  type TestStatus,
  testTotals,
} from '@binnacle/plugin-kit/checks'
import { type CheckOutcome, healthy, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { Subject } from '../../pipeline/index.ts'
import { type Claim, releaseClaim } from '../claim/claim.ts'

const findTests = (pool: Pool, canaryId: string) =>
  tablesOn(pool)
    .selectFrom('core.checks as checks')
    .innerJoin('core.check_state as state', 'state.check_id', 'checks.id')
    .select([
      'checks.id',
      'checks.type',
      'checks.name',
      'checks.transformed',
      'state.state',
      'state.message',
      'state.error',
      'state.last_duration',
      'state.last_runtime',
      fragment<string[]>`coalesce(checks.spec -> 'dependsOn', '[]')`.as('dependsOn'),
    ])
    .where('checks.canary_id', '=', canaryId)
    .where('checks.suite', '=', false)
    .where('checks.deleted_at', 'is', null)
    .orderBy('checks.transformed')
    .orderBy('checks.type')
    .orderBy('checks.name')
    .execute()

type TestRow = Awaited<ReturnType<typeof findTests>>[number]

const statusOf: Readonly<Record<CheckState, TestStatus>> = {
  healthy: 'passed',
  unhealthy: 'failed',
  unknown: 'error',
}

function testOf({ type, name, state, message, error, last_duration, last_runtime }: TestRow): TestReport {
  return {
    name,
    classname: type,
    duration: (last_duration ?? 0) / 1_000,
    status: last_runtime === null ? 'skipped' : statusOf[state],
    ...(message === null ? {} : { message }),
    ...(error === null ? {} : { error }),
  }
}

/**
 * Computes the outcome of a suite: unhealthy if a test failed, otherwise unknown if a test is unknown. Tests that have not
 * run yet do not count.
 */
function suiteOutcome(suite: SuiteReport): CheckOutcome {
  const { tests } = suite
  const { passed, failed, error, duration } = testTotals(tests)
  const evidence = { durationMilliseconds: duration * 1_000, details: { results: testResults([suite]) } }
  const phrase = (count: number, status: TestStatus, verb: string) => {
    const first = tests.find((test) => test.status === status)
    const what = [first?.name, first?.error ?? first?.message].filter((text) => text !== undefined)
    return `${count} of ${tests.length} tests ${verb}: ${what.join(': ')}`
  }
  if (failed > 0) return unhealthy(phrase(failed, 'failed', 'failed'), evidence)
  if (error > 0) return unknown(phrase(error, 'error', 'could not be evaluated'), evidence)
  if (passed === 0) return unknown('no check of the canary has a result yet', evidence)
  return healthy({ ...evidence, message: `${passed} of ${tests.length} tests passed` })
}

/**
 * Computes the result of a claimed suite from the current status of its checks.
 * @param next next due time by its schedule; null without one
 * @param mayWait whether to release the suite while none of its checks has run; otherwise it is unknown then
 * @returns undefined if it was released
 */
export async function evaluateSuite(
  pool: Pool,
  claim: Claim,
  { canary }: Subject,
  { next, mayWait }: { next: Date | null; mayWait: boolean },
): Promise<CheckOutcome | undefined> {
  // Set the due time before reading the tests: a test that changes meanwhile makes the suite due, which must stay.
  await tablesOn(pool)
    .updateTable('core.check_state')
    .set({ due_at: next })
    .where('check_id', '=', claim.check_id)
    .where('lease_id', '=', claim.lease_id)
    .execute()
  const rows = await findTests(pool, canary.id)
  if (!mayWait || rows.some(({ last_runtime }) => last_runtime !== null))
    return suiteOutcome({ name: canary.name, tests: rows.map(testOf) })
  await releaseClaim(pool, claim)
  return undefined
}

/** Most tests of a suite that Run Now runs at once. */
const AT_ONCE = 10

/** Runs the checks of a canary now, each after its dependencies. */
export async function runTests(
  pool: Pool,
  canaryId: string,
  run: (checkId: string) => Promise<unknown>,
): Promise<void> {
  const rows = await findTests(pool, canaryId)
  let waiting = rows.filter(({ transformed }) => !transformed)
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ dependsOn }) => !dependsOn.some((name) => names.has(name)))
    // A saved canary has no circles, but checks of two types may share the name of a dependency.
    const queue = [...(ready.length === 0 ? waiting : ready)]
    const taken = new Set(queue)
    waiting = waiting.filter((test) => !taken.has(test))
    const runQueue = async () => {
      for (let test = queue.shift(); test !== undefined; test = queue.shift()) await run(test.id)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, runQueue))
  }
}
