import type { ReceivedMessage } from '@binnacle/plugin-kit/checks'
import type { RunResult } from '../results/result.ts'
import { RunExecutor } from './run/run-executor.ts'
import { nextDueTime, releaseLeases, runnerOf } from './claim/claim.ts'
import { ClockWatch } from './claim/clock-watch.ts'
import { claimDue } from './claim/due.ts'
import { Leases } from './claim/leases.ts'
import { InFlightRuns } from './run/in-flight-runs.ts'
import { ClaimLoop } from './claim/loop.ts'
import type { ClaimedRun, WorkerDependencies } from './dependencies.ts'
import { ConcurrencySlots } from './claim/concurrency-slots.ts'
import { reschedule } from './claim/reschedule.ts'

export type { WorkerDependencies } from './dependencies.ts'

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
  /** Waits this long for runs to end, then aborts the rest; another process runs their checks again. */
  stop(graceMilliseconds: number): Promise<void>
}

/**
 * Creates the worker of a process, which runs checks. README.md in this folder has the order of work and the locks.
 */
export function createCheckWorker(dependencies: WorkerDependencies): CheckWorker {
  const { pool, processId, types, clock, log, recorder } = dependencies
  const typeNames = [...types.keys()]
  const slots = new ConcurrencySlots(types)
  const inFlight = new InFlightRuns(clock)
  const leases = new Leases(dependencies, inFlight.draining)
  const watch = new ClockWatch()

  /**
   * Moves due times that a faster clock wrote. At the start that may be the clock of any process, later our own before
   * somebody set it back.
   */
  async function followClock(): Promise<void> {
    if (!watch.see(clock.now())) return
    const moved = await reschedule(pool, clock.now())
    if (moved > 0) log.warn({ checks: moved }, 'the clock was set back; checks were scheduled again')
  }

  function startRun(run: ClaimedRun): void {
    void inFlight
      .track(executor.execute(run))
      .catch((error: unknown) =>
        log.error({ err: error, check: run.claim.check_id }, 'a run could not be carried out'),
      )
  }

  async function startDue(onDueLeft: () => void): Promise<void> {
    await followClock()
    const { claims, isCrowded } = await claimDue(dependencies, slots, leases)
    if (isCrowded) onDueLeft()
    if (claims.length === 0) return
    const checks = await executor.loadCachedChecks(claims, true)
    for (const claim of claims) {
      const check = checks.get(claim.check_id)
      if (check === undefined) leases.forget(claim)
      else startRun({ claim, check, scheduled: true })
    }
  }

  const loop = new ClaimLoop({
    clock,
    log,
    startDue,
    nextDue: (now) => nextDueTime(pool, now, typeNames),
  })
  const executor = new RunExecutor(dependencies, inFlight, slots, leases, {
    onSlotFreed: () => loop.onSlotFreed(),
    onDueTime: (at) => loop.onDueTime(at),
    onSuiteResult: () => loop.wake(),
  })
  const unsubscribe = dependencies.live.subscribe((event) => {
    if (event.kind === 'resync' || event.change.topic === 'schedule') loop.wake()
  })

  return {
    start: () => loop.start(),
    async runNow(checkId) {
      const runner = await runnerOf(pool, checkId)
      if (runner === undefined) return undefined
      const run = await inFlight.track(executor.runByHand(runner.id))
      if (run === undefined) return undefined
      const own = run.transformed?.find(({ type, name }) => type === runner.type && name === runner.name)
      return { result: own === undefined ? run : own.result, type: runner.type }
    },
    receive: (checkId, message) => inFlight.track(executor.runOnMessage(checkId, message)),
    takeOver: (processIds) => releaseLeases(pool, processIds),
    async stop(graceMilliseconds) {
      inFlight.drain()
      unsubscribe()
      await loop.end()
      await inFlight.end(graceMilliseconds)
      await recorder.drain()
      await releaseLeases(pool, [processId])
    },
  }
}
