import type { ReceivedMessage } from '@binnacle/plugin-kit/checks'
import { deleteArtifacts } from '../../artifacts/store.ts'
import { nextDue, ticksBetween } from '../../../../platform/specs/schedule.ts'
import type { FinishedRun } from '../../results/result.ts'
import { nextStatus } from '../../results/check-status.ts'
import type { CachedCheck } from '../../runner/prepare.ts'
import { type Claim, claimByHand, releaseClaim } from '../claim/claim.ts'
import { storeRunFiles, storeTransformedChecks } from '../store/run-outputs.ts'
import type { Leases } from '../claim/leases.ts'
import type { InFlightRuns } from './in-flight-runs.ts'
import { outcomeOf, scheduleOf } from './outcome.ts'
import type { ClaimedRun, WorkerDependencies } from '../dependencies.ts'
import type { ConcurrencySlots } from '../claim/concurrency-slots.ts'
import { returnClaim } from '../claim/return-claim.ts'

/** A message waits at most this long for earlier messages, which another process may have. Milliseconds. */
const LONGEST_TURN = 10_000
const TURN_PAUSE = 50

/** Functions that the executor calls when a run affects the next claim. */
export interface RunListeners {
  /** A run freed its slot. */
  onSlotFreed(): void
  /** A check has a new due time. */
  onDueTime(at: Date): void
  /** A suite has one more result. */
  onSuiteResult(): void
}

/** Executes claimed runs in a slot of their type and target, and stores their results. */
export class RunExecutor {
  readonly #dependencies: WorkerDependencies
  readonly #inFlight: InFlightRuns
  readonly #slots: ConcurrencySlots
  readonly #leases: Leases
  readonly #listeners: RunListeners

  constructor(
    dependencies: WorkerDependencies,
    inFlight: InFlightRuns,
    slots: ConcurrencySlots,
    leases: Leases,
    listeners: RunListeners,
  ) {
    this.#dependencies = dependencies
    this.#inFlight = inFlight
    this.#slots = slots
    this.#leases = leases
    this.#listeners = listeners
  }

  /** Loads claimed checks from the cache. Returns the claims if the database fails. */
  async loadCachedChecks(
    claims: readonly Claim[],
    scheduled: boolean,
  ): Promise<ReadonlyMap<string, CachedCheck>> {
    try {
      return await this.#dependencies.prepared.get(claims)
    } catch (error) {
      for (const claim of claims) this.#return(claim, scheduled)
      throw error
    }
  }

  /** Runs a check by hand. @returns undefined when it runs already, does not exist, or receives its results */
  async runByHand(checkId: string): Promise<FinishedRun | undefined> {
    const claim = await this.#claimByHand(checkId)
    if (claim === undefined) return undefined
    const check = (await this.loadCachedChecks([claim], false)).get(checkId)
    if (check !== undefined && !check.plan.receives) return this.execute({ claim, check, scheduled: false })
    this.#leases.forget(claim)
    if (check !== undefined) await releaseClaim(this.#dependencies.pool, claim)
    return undefined
  }

  /** Runs a check on a message after earlier messages of this check. @returns undefined when that takes too long */
  async runOnMessage(checkId: string, received: ReceivedMessage): Promise<FinishedRun | undefined> {
    const { clock } = this.#dependencies
    const until = clock.now().getTime() + LONGEST_TURN
    for (;;) {
      const claim = await this.#claimByHand(checkId)
      if (claim !== undefined) {
        const check = (await this.loadCachedChecks([claim], false)).get(checkId)
        if (check !== undefined) return this.execute({ claim, check, scheduled: false, received })
        this.#leases.forget(claim)
        return undefined
      }
      if (this.#inFlight.draining.aborted || clock.now().getTime() >= until) return undefined
      await clock.wait(TURN_PAUSE, this.#inFlight.draining)
    }
  }

  async #claimByHand(checkId: string): Promise<Claim | undefined> {
    const { pool, processId, clock } = this.#dependencies
    const [claim] = await this.#leases.claim(
      claimByHand(pool, checkId, processId, clock.now()).then((found) =>
        found === undefined ? [] : [found],
      ),
    )
    return claim
  }

  /** Executes a claimed run and stores its result. @returns undefined when the check runs later instead */
  async execute(claimed: ClaimedRun): Promise<FinishedRun | undefined> {
    try {
      const run = await this.#runInSlot(claimed)
      return run === undefined ? undefined : await this.#storeAll(claimed, run)
    } finally {
      this.#leases.forget(claimed.claim)
    }
  }

  /** Runs a check in a slot of its type and target. Storing needs no slot, because it does not use the target. */
  async #runInSlot(claimed: ClaimedRun): Promise<FinishedRun | undefined> {
    const { claim, check, scheduled } = claimed
    const { metrics, clock } = this.#dependencies
    const freeSlot = this.#slots.take(claim.type, claim.target)
    metrics.checksRunning.set(this.#slots.running)
    // Skip suites: they become due while a test still runs, so their delay means nothing.
    if (scheduled && !check.plan.isSuite && claim.due_at !== null)
      metrics.checkStartDelay.observe(Math.max(0, clock.now().getTime() - claim.due_at.getTime()) / 1_000)
    try {
      return await outcomeOf(this.#dependencies, claimed, (id) => this.runByHand(id), this.#inFlight.aborting)
    } catch (error) {
      // Only the database fails here: runs return their own failures.
      this.#return(claim, scheduled)
      throw error
    } finally {
      freeSlot()
      metrics.checksRunning.set(this.#slots.running)
      this.#listeners.onSlotFreed()
    }
  }

  /** Stores the transformed checks, files, result and related resources of a run, in this order. */
  async #storeAll(claimed: ClaimedRun, run: FinishedRun): Promise<FinishedRun | undefined> {
    const { claim, check, received } = claimed
    const { pool, metrics, checkMetrics, log } = this.#dependencies
    const transformed = await storeTransformedChecks(this.#dependencies, claimed, run)
    const { result, fileIds } = await storeRunFiles(this.#dependencies, claim.check_id, transformed)
    metrics.checkRuns.inc({ type: claim.type, state: result.state })
    const next = this.#nextDue(claimed)
    const stored = await this.#storeResult(claimed, result, next)
    if (stored) {
      checkMetrics.count(claim.check_id, result)
      await this.#storeRelated(claim, result)
    } else {
      await deleteArtifacts(pool, fileIds)
      log.debug({ check: claim.check_id }, 'a result came after its lease was lost')
    }
    if (check.plan.inSuite) this.#listeners.onSuiteResult()
    if (next !== undefined) this.#listeners.onDueTime(next)
    // A sender repeats its message unless it hears that the result is stored.
    return stored || received === undefined ? result : undefined
  }

  async #storeRelated({ check_id: checkId, revision }: Claim, { related }: FinishedRun): Promise<void> {
    if (related !== undefined) await this.#dependencies.selectors.store([{ checkId, revision, related }])
  }

  #nextDue({ claim, check }: ClaimedRun): Date | undefined {
    const schedule = scheduleOf(check)
    return schedule === undefined
      ? undefined
      : nextDue(schedule, claim.check_id, this.#dependencies.clock.now())
  }

  /** Counts the due times between the one of this run and the next one. */
  #countSkipped({ claim, check, scheduled }: ClaimedRun, next: Date | undefined): number {
    const schedule = scheduleOf(check)
    return scheduled &&
      !check.plan.isSuite &&
      schedule !== undefined &&
      next !== undefined &&
      claim.due_at !== null
      ? ticksBetween(schedule, claim.check_id, claim.due_at, next)
      : 0
  }

  /** @returns whether the lease was still valid */
  async #storeResult(claimed: ClaimedRun, result: FinishedRun, next: Date | undefined): Promise<boolean> {
    const { claim, check } = claimed
    const { metrics, recorder } = this.#dependencies
    const { isSuite, subject, thresholds } = check.plan
    const skipped = this.#countSkipped(claimed, next)
    if (skipped > 0) metrics.checkSkips.inc(skipped)
    return recorder.record({
      checkId: claim.check_id,
      canaryId: subject.canary.id,
      leaseId: claim.lease_id,
      result,
      status: nextStatus(claim, result.state, thresholds),
      data: result.data,
      // A suite got its due time before its tests were read. A test may have changed it since.
      nextDue: isSuite ? undefined : (next ?? null),
      skipped,
    })
  }

  #return(claim: Claim, scheduled: boolean): void {
    this.#leases.forget(claim)
    const { pool, clock, log } = this.#dependencies
    const stopping = this.#inFlight.draining
    void this.#inFlight.track(returnClaim({ pool, clock, log, stopping }, claim, scheduled))
  }
}
