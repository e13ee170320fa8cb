import type { ReceivedMessage } from '@binnacle/plugin-kit/checks'
import type { RunResult } from '../results/result.ts'
import { Carrier } from './carry-out.ts'
import { nextDueTime, releaseLeases, runnerOf } from './claim.ts'
import { ClockWatch } from './clock-watch.ts'
import { claimDue } from './due.ts'
import { Leases } from './leases.ts'
import { Life } from './life.ts'
import { ClaimLoop } from './loop.ts'
import type { WorkerDependencies } from './parts.ts'
import { Places } from './places.ts'
import { reschedule } from './reschedule.ts'

export type { WorkerDependencies } from './parts.ts'

/** Runs checks: by hand in every process, on their schedule where `start` was called. */
export interface CheckWorker {
  start(): void
  /**
   * Runs a check now and stores the result.
   * @returns undefined when it is running already, does not exist, or has its results sent to it
   */
  runNow(checkId: string): Promise<{ result: RunResult; type: string } | undefined>
  /**
   * Runs a check on a message that was sent to it and stores the result, after those of messages that came before.
   * @returns undefined when it does not exist any more, or other messages took too long
   */
  receive(checkId: string, message: ReceivedMessage): Promise<RunResult | undefined>
  /** Releases leases held by dead processes. */
  takeOver(processIds: readonly string[]): Promise<void>
  /** Lets runs under way end for so long, then aborts them; what was aborted runs again elsewhere. */
  stop(graceMilliseconds: number): Promise<void>
}

/**
 * Makes the part of a process that runs checks. Its parts say in which state they are: the loop that starts what is due, the
 * life of the runs under way, and what is known of the clock.
 */
export function createCheckWorker(dependencies: WorkerDependencies): CheckWorker {
  const { pool, processId, types, clock, log, recorder } = dependencies
  const typeNames = [...types.keys()]
  const places = new Places(types)
  const life = new Life(clock)
  const leases = new Leases(dependencies, life.draining)
  const watch = new ClockWatch()

  /** Due times may stem from a clock that was ahead: at the start any process's, later our own before it was set back. */
  async function followClock(): Promise<void> {
    if (!watch.see(clock.now())) return
    const brought = await reschedule(pool, clock.now())
    if (brought > 0) log.warn({ checks: brought }, 'the clock was set back; checks were scheduled again')
  }

  async function startDue(areLeft: () => void): Promise<void> {
    await followClock()
    const { claims, isCrowded } = await claimDue(dependencies, places, leases)
    if (isCrowded) areLeft()
    if (claims.length === 0) return
    const known = await carrier.keptOf(claims, true)
    for (const claim of claims) {
      const kept = known.get(claim.check_id)
      if (kept === undefined) {
        leases.over(claim)
        continue
      }
      void life
        .track(carrier.carryOut({ claim, kept, scheduled: true }))
        .catch((error: unknown) =>
          log.error({ err: error, check: claim.check_id }, 'a run could not be carried out'),
        )
    }
  }

  const loop = new ClaimLoop({
    clock,
    log,
    startDue,
    nextDue: (now) => nextDueTime(pool, now, typeNames),
  })
  const carrier = new Carrier(dependencies, life, places, leases, {
    placeIsFree: () => loop.placeIsFree(),
    comesDue: (at) => loop.comesDue(at),
    suiteGoesOn: () => loop.wake(),
  })
  const unsubscribe = dependencies.live.subscribe((event) => {
    if (event.kind === 'resync' || event.change.topic === 'schedule') loop.wake()
  })

  return {
    start: () => loop.start(),
    async runNow(checkId) {
      const runner = await runnerOf(pool, checkId)
      if (runner === undefined) return undefined
      const run = await life.track(carrier.runByHand(runner.id))
      if (run === undefined) return undefined
      const own = run.transformed?.find(({ type, name }) => type === runner.type && name === runner.name)
      return { result: own === undefined ? run : own.result, type: runner.type }
    },
    receive: (checkId, message) => life.track(carrier.runOnMessage(checkId, message)),
    takeOver: (processIds) => releaseLeases(pool, processIds),
    async stop(graceMilliseconds) {
      life.drain()
      unsubscribe()
      await loop.end()
      await life.end(graceMilliseconds)
      await recorder.drain()
      await releaseLeases(pool, [processId])
    },
  }
}
