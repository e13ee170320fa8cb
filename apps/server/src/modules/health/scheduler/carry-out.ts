import type { ReceivedMessage } from '@binnacle/plugin-kit/checks'
import { takeBack } from '../artifacts/store.ts'
import { nextDue, ticksBetween } from '../../../platform/specs/schedule.ts'
import type { FinishedRun } from '../results/result.ts'
import { nextStatus } from '../results/check-status.ts'
import type { CachedCheck } from '../runner/prepare.ts'
import { type Claim, claimByHand, giveBack } from './claim.ts'
import { keepFiles, keepTransformed } from './keep.ts'
import type { Leases } from './leases.ts'
import type { Life } from './life.ts'
import { outcomeOf, scheduleOf } from './outcome.ts'
import type { Order, WorkerDependencies } from './parts.ts'
import type { Places } from './places.ts'
import { returnClaim } from './return-claim.ts'

/** A message waits this long for those before it, which may be with another process. Milliseconds. */
const LONGEST_TURN = 10_000
const TURN_PAUSE = 50

/** Whom runs tell what concerns others. */
export interface Listeners {
  /** A run gave its place back. */
  placeIsFree(): void
  /** A check comes due. */
  comesDue(at: Date): void
  /** A suite has one result more. */
  suiteGoesOn(): void
}

/** Carries out runs: each in a place of its type and target, its result stored. */
export class Carrier {
  readonly #dependencies: WorkerDependencies
  readonly #life: Life
  readonly #places: Places
  readonly #leases: Leases
  readonly #tell: Listeners

  constructor(dependencies: WorkerDependencies, life: Life, places: Places, leases: Leases, tell: Listeners) {
    this.#dependencies = dependencies
    this.#life = life
    this.#places = places
    this.#leases = leases
    this.#tell = tell
  }

  /** What is known of claimed checks; without an answer they are given back. */
  async keptOf(claims: readonly Claim[], scheduled: boolean): Promise<ReadonlyMap<string, CachedCheck>> {
    try {
      return await this.#dependencies.prepared.get(claims)
    } catch (error) {
      for (const claim of claims) this.#return(claim, scheduled)
      throw error
    }
  }

  /** Runs a check by hand. @returns undefined when it runs already, does not exist, or has its results sent to it */
  async runByHand(checkId: string): Promise<FinishedRun | undefined> {
    const claim = await this.#claimByHand(checkId)
    if (claim === undefined) return undefined
    const kept = (await this.keptOf([claim], false)).get(checkId)
    if (kept !== undefined && !kept.plan.receives) return this.carryOut({ claim, kept, scheduled: false })
    this.#leases.over(claim)
    if (kept !== undefined) await giveBack(this.#dependencies.pool, claim)
    return undefined
  }

  /** Runs a check on a message as soon as no other message is with it. @returns undefined when that takes too long */
  async runOnMessage(checkId: string, received: ReceivedMessage): Promise<FinishedRun | undefined> {
    const { clock } = this.#dependencies
    const until = clock.now().getTime() + LONGEST_TURN
    for (;;) {
      const claim = await this.#claimByHand(checkId)
      if (claim !== undefined) {
        const kept = (await this.keptOf([claim], false)).get(checkId)
        if (kept !== undefined) return this.carryOut({ claim, kept, scheduled: false, received })
        this.#leases.over(claim)
        return undefined
      }
      if (this.#life.draining.aborted || clock.now().getTime() >= until) return undefined
      await clock.wait(TURN_PAUSE, this.#life.draining)
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

  /** Runs a claimed check and stores what came out. @returns undefined when it is to run later instead */
  async carryOut(order: Order): Promise<FinishedRun | undefined> {
    try {
      return await this.#carryOut(order)
    } finally {
      this.#leases.over(order.claim)
    }
  }

  async #carryOut(order: Order): Promise<FinishedRun | undefined> {
    const { metrics } = this.#dependencies
    const { claim, kept } = order
    const run = await this.#runInPlace(order)
    if (run === undefined) return undefined
    const transformed = await keepTransformed(this.#dependencies, order, run)
    const { result, fileIds } = await keepFiles(this.#dependencies, claim.check_id, transformed)
    metrics.checkRuns.inc({ type: claim.type, state: result.state })
    const next = this.#nextDue(order)
    const stored = await this.#store(order, result, next)
    if (stored) this.#dependencies.checkMetrics.count(claim.check_id, result)
    else await takeBack(this.#dependencies.pool, fileIds)
    const { related } = result
    if (stored && related !== undefined)
      await this.#dependencies.selectors.store([
        { checkId: claim.check_id, revision: claim.revision, related },
      ])
    if (kept.plan.inSuite) this.#tell.suiteGoesOn()
    if (next !== undefined) this.#tell.comesDue(next)
    if (!stored)
      this.#dependencies.log.debug({ check: claim.check_id }, 'a result came after its lease was lost')
    // Who sent a message sends it again, unless they hear that it was stored.
    return stored || order.received === undefined ? result : undefined
  }

  /** Runs a check in a place of its type and target. Storing its result needs none: the target is done with by then. */
  async #runInPlace(order: Order): Promise<FinishedRun | undefined> {
    const { claim, kept, scheduled } = order
    const { metrics, clock } = this.#dependencies
    const leave = this.#places.take(claim.type, claim.target)
    metrics.checksRunning.set(this.#places.running)
    // Skip suites: they become due while a test still runs, so their delay means nothing.
    if (scheduled && !kept.plan.isSuite && claim.due_at !== null)
      metrics.checkStartDelay.observe(Math.max(0, clock.now().getTime() - claim.due_at.getTime()) / 1_000)
    try {
      return await outcomeOf(this.#dependencies, order, (id) => this.runByHand(id), this.#life.aborting)
    } catch (error) {
      // What fails here is the database: runs return their failures.
      this.#return(claim, scheduled)
      throw error
    } finally {
      leave()
      metrics.checksRunning.set(this.#places.running)
      this.#tell.placeIsFree()
    }
  }

  #nextDue({ claim, kept }: Order): Date | undefined {
    const schedule = scheduleOf(kept)
    return schedule === undefined
      ? undefined
      : nextDue(schedule, claim.check_id, this.#dependencies.clock.now())
  }

  /** @returns whether the lease was still held */
  async #store(
    { claim, kept, scheduled }: Order,
    result: FinishedRun,
    next: Date | undefined,
  ): Promise<boolean> {
    const { metrics, recorder } = this.#dependencies
    const { isSuite, subject, thresholds } = kept.plan
    const schedule = scheduleOf(kept)
    const skipped =
      scheduled && !isSuite && schedule !== undefined && next !== undefined && claim.due_at !== null
        ? ticksBetween(schedule, claim.check_id, claim.due_at, next)
        : 0
    if (skipped > 0) metrics.checkSkips.inc(skipped)
    return recorder.record({
      checkId: claim.check_id,
      canaryId: subject.canary.id,
      leaseId: claim.lease_id,
      result,
      status: nextStatus(claim, result.state, thresholds),
      data: result.data,
      // A suite was given its time when its tests were read, or since.
      nextDue: isSuite ? undefined : (next ?? null),
      skipped,
    })
  }

  #return(claim: Claim, scheduled: boolean): void {
    this.#leases.over(claim)
    const { pool, clock, log } = this.#dependencies
    void this.#life.track(returnClaim({ pool, clock, log, stopping: this.#life.draining }, claim, scheduled))
  }
}
