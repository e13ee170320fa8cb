import type { CachedCheck } from '../../runner/prepare.ts'
import { resolveCheck } from '../../runner/prepare.ts'
import { readinessOf } from '../../runner/readiness.ts'
import { runCheck } from '../../runner/runner.ts'
import { type FinishedRun, plainRun } from '../../results/result.ts'
import { nextDue, parseSchedule, type Schedule } from '../../../../platform/specs/schedule.ts'
import type { Pool } from 'pg'
import { postpone } from '../claim/claim.ts'
import type { ClaimedRun, WorkerDependencies } from '../dependencies.ts'
import { evaluateSuite, runTests } from './suites.ts'

/** Milliseconds after which a check looks again for the first result of a check that it depends on. */
const DEPENDENCY_WAIT = 500

/** The schedule of a check; undefined if it has none or an invalid one. */
export function scheduleOf({ schedule }: CachedCheck): Schedule | undefined {
  const parsed = schedule === null ? undefined : parseSchedule(schedule)
  return parsed?.ok === true ? parsed.value : undefined
}

async function runSuite(
  pool: Pool,
  { claim, check, scheduled }: ClaimedRun,
  now: Date,
  runByHand: (checkId: string) => Promise<FinishedRun | undefined>,
): Promise<FinishedRun | undefined> {
  const { subject } = check.plan
  const schedule = scheduleOf(check)
  const next = schedule === undefined ? null : (nextDue(schedule, claim.check_id, now) ?? null)
  if (!scheduled) await runTests(pool, subject.canary.id, runByHand)
  const outcome = await evaluateSuite(pool, claim, subject, { next, mayWait: scheduled })
  return outcome === undefined ? undefined : plainRun(outcome, now)
}

function runOptions({ check, scheduled, received }: ClaimedRun) {
  const { subject, keepsData, retries } = check.plan
  return {
    subject,
    // A message says the same however often it is read.
    retries: received === undefined ? retries : undefined,
    // A run by hand stores everything that scripts can see, so that people can try scripts on it.
    keepsData: keepsData || !scheduled,
    received,
  }
}

/**
 * Runs a claimed check.
 * @param runByHand runs a test of a suite
 * @param aborting stops the run when it aborts
 * @returns undefined when the check runs later instead
 */
export async function outcomeOf(
  dependencies: WorkerDependencies,
  claimed: ClaimedRun,
  runByHand: (checkId: string) => Promise<FinishedRun | undefined>,
  aborting: AbortSignal,
): Promise<FinishedRun | undefined> {
  const { pool, clock } = dependencies
  const { claim, scheduled } = claimed
  const { plan, prepared } = claimed.check
  const now = clock.now()
  if (plan.isSuite) return runSuite(pool, claimed, now, runByHand)
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
      const resolved = await resolveCheck(prepared.value, dependencies)
      if (!resolved.ok) return plainRun({ state: 'unknown', error: resolved.failure }, now)
      const check = { ...resolved.value, ...runOptions(claimed) }
      return runCheck(check, dependencies, aborting, readiness.known)
    }
    default:
      return readiness satisfies never
  }
}
