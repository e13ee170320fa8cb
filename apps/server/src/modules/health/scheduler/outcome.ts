import type { CachedCheck } from '../runner/prepare.ts'
import { readyCheck } from '../runner/prepare.ts'
import { readinessOf } from '../runner/readiness.ts'
import { runCheck } from '../runner/runner.ts'
import { type FinishedRun, plainRun } from '../results/result.ts'
import { nextDue, parseSchedule, type Schedule } from '../../../platform/specs/schedule.ts'
import { postpone } from './claim.ts'
import type { Order, WorkerDependencies } from './parts.ts'
import { evaluateSuite, runTests } from './suites.ts'

/** A check that depends on one without a result looks again after this long. */
const DEPENDENCY_WAIT = 500

/** The schedule of a check; undefined where it has none that can be read. */
export function scheduleOf(kept: CachedCheck): Schedule | undefined {
  const parsed = kept.schedule === null ? undefined : parseSchedule(kept.schedule)
  return parsed?.ok === true ? parsed.value : undefined
}

/**
 * Runs a claimed check.
 * @param runByHand runs a test of a suite
 * @param aborting ends the run
 * @returns what came out; undefined when the check is to run later instead
 */
export async function outcomeOf(
  dependencies: WorkerDependencies,
  { claim, kept, scheduled, received }: Order,
  runByHand: (checkId: string) => Promise<FinishedRun | undefined>,
  aborting: AbortSignal,
): Promise<FinishedRun | undefined> {
  const { pool, clock } = dependencies
  const { plan, prepared } = kept
  const now = clock.now()
  if (plan.isSuite) {
    const schedule = scheduleOf(kept)
    const next = schedule === undefined ? null : (nextDue(schedule, claim.check_id, now) ?? null)
    if (!scheduled) await runTests(pool, plan.subject.canary.id, runByHand)
    const outcome = await evaluateSuite(pool, claim, plan.subject, { next, mayWait: scheduled })
    return outcome === undefined ? undefined : plainRun(outcome, now)
  }
  if (!prepared.ok) return plainRun({ state: 'unknown', error: prepared.failure }, now)
  const readiness = await readinessOf(pool, plan)
  switch (readiness.kind) {
    case 'wait':
      if (!scheduled)
        return plainRun({ state: 'unknown', error: 'a check that it depends on has not run yet' }, now)
      await postpone(pool, claim, new Date(now.getTime() + DEPENDENCY_WAIT))
      return undefined
    case 'blocked':
      return plainRun({ state: 'unknown', error: readiness.reason }, now)
    case 'ready': {
      const ready = await readyCheck(prepared.value, dependencies)
      if (!ready.ok) return plainRun({ state: 'unknown', error: ready.failure }, now)
      // By hand, all that scripts could see is kept, so that one can be tried on it.
      const { subject, keepsData } = plan
      // A message says the same however often it is read.
      const retries = received === undefined ? plan.retries : undefined
      const keeps = keepsData || !scheduled
      const check = { ...ready.value, subject, retries, keepsData: keeps, received }
      return runCheck(check, dependencies, aborting, readiness.known)
    }
    default:
      return readiness satisfies never
  }
}
