import type { ReceivedMessage } from '@binnacle/plugin-kit'
import type { Pool } from 'pg'
import { type Clock, endsWithin } from '../../../platform/clock.ts'
import type { Live } from '../../../platform/live/index.ts'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { CheckMetrics } from '../metrics/index.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { nextDue, parseSchedule, type Schedule, ticksBetween } from '../canary-spec/schedule.ts'
import {
  type Claim,
  claimByHand,
  claimChecks,
  giveBack,
  nextDueTime,
  postpone,
  releaseLeases,
  runnerOf,
} from './claim.ts'
import { type ArtifactLimits, storeArtifacts, takeBack } from '../artifacts/store.ts'
import { situationOf } from '../runner/known.ts'
import { PER_TARGET, Places } from './places.ts'
import type { CheckSources } from '../runner/connections.ts'
import { type KeptCheck, type PreparedChecks, readyCheck } from '../runner/prepare.ts'
import type { Recorder } from '../results/record.ts'
import { reschedule } from './reschedule.ts'
import { returnClaim } from './return-claim.ts'
import { type FinishedRun, plainRun, type RunResult, withArtifacts } from '../results/result.ts'
import { runCheck, type RunnerParts } from '../runner/runner.ts'
import { judgeSuite, runTests } from './suites.ts'
import { storeTransformed } from './transformed.ts'
import { judge } from '../results/verdict.ts'

export interface WorkerParts extends RunnerParts, CheckSources {
  pool: Pool
  processId: string
  types: CheckTypes
  prepared: PreparedChecks
  recorder: Recorder
  artifactLimits: ArtifactLimits
  live: Live
  metrics: Metrics
  checkMetrics: CheckMetrics
  clock: Clock
  log: Log
}

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
  /** Gives free what dead processes held. */
  takeOver(processIds: readonly string[]): Promise<void>
  /** Lets runs under way end for so long, then aborts them; what was aborted runs again elsewhere. */
  stop(graceMilliseconds: number): Promise<void>
}

/** Due checks are looked for at most this often: a claim of ten costs little more than a claim of one. */
const SHORTEST_SLEEP = 100
const CROWDED_SLEEP = 10
/** … and at least this often: another process may have put a check on the schedule, or be too busy for one. */
const LONGEST_SLEEP = 1_000
/** With more results waiting for the database than this, nothing new is started. */
const LARGEST_BACKLOG = 5_000

/** A check that depends on one without a result looks again after this long. */
const DEPENDENCY_WAIT = 500

/** A clock that is corrected by less than this many milliseconds was not set back. */
const CLOCK_TOLERANCE = 2_000
const LOOK_AGAIN = 10_000

/** A message waits this long for those before it, which may be with another process. Milliseconds. */
const LONGEST_TURN = 10_000
const TURN_PAUSE = 50

/** Makes the part of a process that runs checks. */
export function createCheckWorker(parts: WorkerParts): CheckWorker {
  const { pool, processId, types, clock, log, metrics, recorder } = parts
  const places = new Places(types)
  const typeNames = [...types.keys()]
  const stopping = new AbortController()
  const aborting = new AbortController()
  const running = new Set<Promise<unknown>>()
  const returning = { pool, clock, log, stopping: stopping.signal }
  let wake = new AbortController()
  /** Whether due checks were left because their type or target had no place: then every end of a run wakes the loop. */
  let crowded = false
  let loop: Promise<void> | undefined
  let lastSeen: number | undefined
  let lookAgainAt: number | undefined
  /** What comes due before this wakes the loop. */
  let sleepsUntil = 0

  function scheduleOf(kept: KeptCheck): Schedule | undefined {
    const parsed = kept.schedule === null ? undefined : parseSchedule(kept.schedule)
    return parsed?.ok === true ? parsed.value : undefined
  }

  /** What came out of a run; undefined when the check is to run later instead. */
  async function outcomeOf(
    claim: Claim,
    kept: KeptCheck,
    scheduled: boolean,
    received?: ReceivedMessage,
  ): Promise<FinishedRun | undefined> {
    const { about, prepared } = kept
    const now = clock.now()
    if (about.isSuite) {
      const schedule = scheduleOf(kept)
      const next = schedule === undefined ? null : (nextDue(schedule, claim.check_id, now) ?? null)
      if (!scheduled) await runTests(pool, about.subject.canary.id, runByHand)
      const outcome = await judgeSuite(pool, claim, about.subject, { next, mayWait: scheduled })
      return outcome === undefined ? undefined : plainRun(outcome, now)
    }
    if (!prepared.ok) return plainRun({ state: 'unknown', error: prepared.failure }, now)
    const situation = await situationOf(pool, about)
    switch (situation.kind) {
      case 'wait':
        if (!scheduled)
          return plainRun({ state: 'unknown', error: 'a check that it depends on has not run yet' }, now)
        await postpone(pool, claim, new Date(now.getTime() + DEPENDENCY_WAIT))
        return undefined
      case 'blocked':
        return plainRun({ state: 'unknown', error: situation.reason }, now)
      case 'ready': {
        const ready = await readyCheck(prepared.value, parts)
        if (!ready.ok) return plainRun({ state: 'unknown', error: ready.failure }, now)
        // By hand, all that scripts could see is kept, so that one can be tried on it.
        const { subject, keepsData } = about
        // A message says the same however often it is read.
        const retries = received === undefined ? about.retries : undefined
        const keeps = keepsData || !scheduled
        const check = { ...ready.value, subject, retries, keepsData: keeps, received }
        return runCheck(check, parts, aborting.signal, situation.known)
      }
      default:
        return situation satisfies never
    }
  }

  function track<Value>(run: Promise<Value>): Promise<Value> {
    running.add(run)
    return run.finally(() => running.delete(run))
  }

  /** Stores the checks that a run gave. @returns the run, with what was left out in its message */
  async function keepTransformed(
    claim: Claim,
    { about: { subject, thresholds, receives } }: KeptCheck,
    run: FinishedRun,
  ): Promise<FinishedRun> {
    const { transformed } = run
    if (transformed === undefined) return run
    const { name } = subject.check
    const producer = {
      claim,
      name,
      canaryId: subject.canary.id,
      thresholds,
      time: run.time,
      givesAll: !receives,
    }
    let leftOut: string[] = []
    try {
      leftOut = await storeTransformed({ pool, recorder, clock }, producer, transformed)
    } catch (error) {
      // The result of the check itself waits for the database; those that it gave come with its next run.
      log.error(
        { check: claim.check_id, reason: String(error) },
        'checks that a run gave could not be stored',
      )
    }
    if (leftOut.length === 0) return run
    const said = `not stored, as other checks of the canary have their names: ${leftOut.slice(0, 10).join(', ')}`
    return { ...run, message: [run.message, said].filter((text) => text !== null).join('; ') }
  }

  /** Stores the files that a run left. @returns the run, which says so where they could not be stored, and their ids */
  async function keepFiles(
    checkId: string,
    run: FinishedRun,
  ): Promise<{ result: FinishedRun; fileIds: readonly string[] }> {
    const { artifacts, time } = run
    if (artifacts.length === 0) return { result: run, fileIds: [] }
    try {
      const fileIds = await storeArtifacts(pool, { checkId, time }, artifacts, parts.artifactLimits)
      return { result: run, fileIds }
    } catch (error) {
      // They are too large to wait for the database with the result.
      log.error({ check: checkId, reason: String(error) }, 'artifacts of a run could not be stored')
      const leftOut = ['no file was kept, as the database could not store them']
      return { result: withArtifacts(run, { artifacts: [], leftOut }), fileIds: [] }
    }
  }

  /** Runs a check in a place of its type and target. Storing its result needs none: the target is done with by then. */
  async function runInPlace(
    claim: Claim,
    kept: KeptCheck,
    scheduled: boolean,
    received?: ReceivedMessage,
  ): Promise<FinishedRun | undefined> {
    const leave = places.take(claim.type, claim.target)
    metrics.checksRunning.set(places.running)
    // A suite is due since the run of a test began, whose length is no delay.
    if (scheduled && !kept.about.isSuite)
      metrics.checkStartDelay.observe(Math.max(0, clock.now().getTime() - claim.due_at.getTime()) / 1_000)
    try {
      return await outcomeOf(claim, kept, scheduled, received)
    } catch (error) {
      // What fails here is the database: runs return their failures.
      void track(returnClaim(returning, claim, scheduled))
      throw error
    } finally {
      leave()
      metrics.checksRunning.set(places.running)
      if (crowded) wake.abort()
    }
  }

  /** Runs a claimed check and stores what came out. */
  async function carryOut(
    claim: Claim,
    kept: KeptCheck,
    scheduled: boolean,
    received?: ReceivedMessage,
  ): Promise<FinishedRun | undefined> {
    const run = await runInPlace(claim, kept, scheduled, received)
    if (run === undefined) return undefined
    const { result, fileIds } = await keepFiles(claim.check_id, await keepTransformed(claim, kept, run))
    metrics.checkRuns.inc({ type: claim.type, state: result.state })
    const schedule = scheduleOf(kept)
    const ended = clock.now()
    const next = schedule === undefined ? undefined : nextDue(schedule, claim.check_id, ended)
    const skipped =
      scheduled && !kept.about.isSuite && schedule !== undefined && next !== undefined
        ? ticksBetween(schedule, claim.check_id, claim.due_at, next)
        : 0
    if (skipped > 0) metrics.checkSkips.inc(skipped)
    const stored = await recorder.record({
      checkId: claim.check_id,
      canaryId: kept.about.subject.canary.id,
      leaseId: claim.lease_id,
      result,
      judged: judge(claim, result.state, kept.about.thresholds),
      data: result.data,
      // A suite was given its time when its tests were read, or since.
      nextDue: kept.about.isSuite ? undefined : (next ?? null),
      skipped,
    })
    if (!stored) await takeBack(pool, fileIds)
    if (stored) parts.checkMetrics.count(claim.check_id, result)
    if (kept.about.inSuite || (next !== undefined && next.getTime() < sleepsUntil)) wake.abort()
    if (!stored) log.debug({ check: claim.check_id }, 'a result came after its lease was lost')
    // Who sent a message sends it again, unless they hear that it was stored.
    return stored || received === undefined ? result : undefined
  }

  /** What is known of claimed checks; without an answer they are given back. */
  async function keptOf(
    claims: readonly Claim[],
    scheduled: boolean,
  ): Promise<ReadonlyMap<string, KeptCheck>> {
    try {
      return await parts.prepared.get(claims)
    } catch (error) {
      for (const claim of claims) void track(returnClaim(returning, claim, scheduled))
      throw error
    }
  }

  /** Runs a check by hand. @returns undefined when it runs already or does not exist */
  async function runByHand(checkId: string): Promise<FinishedRun | undefined> {
    const claim = await claimByHand(pool, checkId, processId, clock.now())
    if (claim === undefined) return undefined
    const kept = (await keptOf([claim], false)).get(checkId)
    if (kept?.about.receives === true) await giveBack(pool, claim)
    return kept === undefined || kept.about.receives ? undefined : carryOut(claim, kept, false)
  }

  /** Runs a check on a message as soon as no other message is with it. */
  async function runOnMessage(checkId: string, message: ReceivedMessage): Promise<FinishedRun | undefined> {
    const until = clock.now().getTime() + LONGEST_TURN
    for (;;) {
      const claim = await claimByHand(pool, checkId, processId, clock.now())
      if (claim !== undefined) {
        const kept = (await keptOf([claim], false)).get(checkId)
        return kept === undefined ? undefined : carryOut(claim, kept, false, message)
      }
      if (stopping.signal.aborted || clock.now().getTime() >= until) return undefined
      await clock.wait(TURN_PAUSE, stopping.signal)
    }
  }

  async function startDue(): Promise<void> {
    const free = places.free()
    crowded = recorder.backlog > LARGEST_BACKLOG
    if (crowded) return
    const busy = places.busy()
    const claims = await claimChecks(pool, { processId, now: clock.now(), free, busy, perTarget: PER_TARGET })
    crowded =
      Object.entries(free).some(
        ([type, count]) => claims.filter((claim) => claim.type === type).length >= count,
      ) ||
      Object.values(busy).some((count) => count >= PER_TARGET) ||
      claims.length >= PER_TARGET
    if (claims.length === 0) return
    const kept = await keptOf(claims, true)
    for (const claim of claims) {
      const check = kept.get(claim.check_id)
      if (check === undefined) continue
      void track(carryOut(claim, check, true)).catch((error: unknown) =>
        log.error({ err: error, check: claim.check_id }, 'a run could not be carried out'),
      )
    }
  }

  async function sleepUntilDue(): Promise<void> {
    const now = clock.now()
    const next = await nextDueTime(pool, now, typeNames)
    const untilNext =
      next === undefined ? LONGEST_SLEEP : Math.min(next.getTime() - now.getTime(), LONGEST_SLEEP)
    sleepsUntil = now.getTime() + untilNext
    // With checks waiting for a place, every end of a run counts.
    const least = crowded ? CROWDED_SLEEP : SHORTEST_SLEEP
    await clock.wait(least, stopping.signal)
    await clock.wait(untilNext - least, wake.signal)
    wake = new AbortController()
  }

  /** Due times may stem from a clock that was ahead: at the start any process's, later our own before it was set back. */
  async function followClock(): Promise<void> {
    const now = clock.now().getTime()
    const setBack = lastSeen === undefined || now < lastSeen - CLOCK_TOLERANCE
    lastSeen = now
    if (!setBack && (lookAgainAt === undefined || now < lookAgainAt)) return
    // Results that were on their way when it happened bring due times of the old clock: look once more after them.
    lookAgainAt = setBack ? now + LOOK_AGAIN : undefined
    const brought = await reschedule(pool, clock.now())
    if (brought > 0) log.warn({ checks: brought }, 'the clock was set back; checks were scheduled anew')
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await followClock()
        await startDue()
        await sleepUntilDue()
      } catch (error) {
        log.error({ reason: String(error) }, 'due checks could not be claimed; trying again')
        await clock.wait(1_000, stopping.signal)
      }
    }
  }

  const unsubscribe = parts.live.subscribe((event) => {
    if (event.kind === 'resync' || event.change.topic === 'schedule') wake.abort()
  })

  return {
    start() {
      loop ??= work()
    },
    async runNow(checkId) {
      const runner = await runnerOf(pool, checkId)
      if (runner === undefined) return undefined
      const run = await track(runByHand(runner.id))
      if (run === undefined) return undefined
      const own = run.transformed?.find(({ type, name }) => type === runner.type && name === runner.name)
      return { result: own === undefined ? run : own.result, type: runner.type }
    },
    receive: (checkId, message) => track(runOnMessage(checkId, message)),
    takeOver: (processIds) => releaseLeases(pool, processIds),
    async stop(graceMilliseconds) {
      stopping.abort()
      wake.abort()
      unsubscribe()
      await loop
      await endsWithin(clock, graceMilliseconds, Promise.allSettled(running))
      aborting.abort(new Error('the product stops'))
      await Promise.allSettled(running)
      await recorder.drain()
      await releaseLeases(pool, [processId])
    },
  }
}
