import { type DetectorName, detectorNames } from '@binnacle/contract/watchdog'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { countOverdue } from '../../platform/jobs/entries.ts'
import type { Job, LaneName } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import type { PushedChecks } from '../health/index.ts'
import { detectors } from './catalog.ts'
import { recordChecks } from './checks.ts'
import { findJump, type Jump, jumpBetween, type Moment } from './detectors/clock.ts'
import { findSlowDatabase, percentile95, type Ping, recentPings } from './detectors/database.ts'
import type { Finding } from './detectors/detector.ts'
import { findNetwork } from './detectors/network.ts'
import { initialState, nextState, type DetectorState } from './detectors/detector-state.ts'
import { findOverdue, findQueue, findWorkers } from './detectors/work.ts'
import { dueFacts, stillLanes, workingProcesses } from './facts.ts'
import type { NetworkWatch } from './network-watch.ts'
import { readStates, storeState, takeLookout } from './detector-states.ts'
import type { Thresholds } from './thresholds.ts'

/** Lanes whose jobs may not wait: events and messages. */
const watchedLanes: ReadonlySet<LaneName> = new Set([
  'messages',
  'notifications',
  'urgent',
  'sends',
  'events',
])

/** A ping that fails counts as one that took this long. Milliseconds. */
const FAILED_PING = 10_000
/** How long a jump of the clock is told. Milliseconds. */
const JUMP_TOLD = 5 * 60_000
/** Results of the checks are recorded at every change, and this often. Milliseconds. */
const RECORD_MILLISECONDS = 60_000

export interface WatchDependencies {
  pool: Pool
  processId: string
  clock: Clock
  /** Milliseconds on a clock that nobody can set. */
  monotonic: () => number
  log: Log
  thresholds: Thresholds
  /** Every job of the product. */
  jobs: () => readonly Job[]
  network: NetworkWatch
  /** Where the checks of the detectors are recorded; undefined if the product does not watch itself. */
  pushed: PushedChecks | undefined
}

/** Looks at the product with all detectors. One process does so for all. */
export class Watch {
  readonly #dependencies: WatchDependencies
  #pings: readonly Ping[] = []
  #moment: Moment | undefined
  #jump: Jump | undefined
  #recordedAt: number | undefined
  #states: ReadonlyMap<DetectorName, DetectorState> = new Map()

  constructor(dependencies: WatchDependencies) {
    this.#dependencies = dependencies
  }

  /** What the detectors said when this process last looked; empty if another one looks. */
  get states(): ReadonlyMap<DetectorName, DetectorState> {
    return this.#states
  }

  /** How long the database took to answer: the 95th percentile in milliseconds. */
  get databaseMilliseconds(): number {
    return percentile95(this.#pings.map(({ duration }) => duration))
  }

  /** Looks once. @returns whether this is the process that looks for all */
  async look(): Promise<boolean> {
    await this.#measure()
    const { pool, processId, clock } = this.#dependencies
    if (!(await takeLookout(pool, processId, clock.now()))) {
      this.#states = new Map()
      return false
    }
    const now = clock.now()
    const stored = await readStates(pool)
    const findings = await this.#findings(stored.get('network'))
    const next = new Map<DetectorName, DetectorState>()
    let isChanged = false
    for (const name of detectorNames) {
      const before = stored.get(name)
      const state = nextState(before ?? initialState(now), findings[name], now, detectors[name].delays)
      next.set(name, state)
      if (state !== before) await storeState(pool, name, state)
      if (state.isBlind !== (before?.isBlind ?? false)) {
        isChanged = true
        this.#say(name, state)
      }
    }
    this.#states = next
    if (isChanged) this.#dependencies.network.changed()
    await this.#record(next, isChanged)
    return true
  }

  /** Measures the database and the clock. */
  async #measure(): Promise<void> {
    const { pool, clock, monotonic, thresholds } = this.#dependencies
    const started = monotonic()
    const duration = await pool.query('select 1').then(
      () => monotonic() - started,
      () => FAILED_PING,
    )
    const at = monotonic()
    const window = thresholds.value('watchdog.database.window')
    this.#pings = recentPings([...this.#pings, { at, duration }], at, window)
    const moment = { clock: clock.now().getTime(), monotonic: at }
    const limit = thresholds.value('watchdog.clock.jump')
    if (this.#moment !== undefined) this.#jump = jumpBetween(this.#moment, moment, limit) ?? this.#jump
    this.#moment = moment
  }

  async #findings(network: DetectorState | undefined): Promise<Record<DetectorName, Finding>> {
    const { pool, clock, thresholds, jobs } = this.#dependencies
    const watched = jobs().filter(({ lane }) => watchedLanes.has(lane))
    const at = this.#moment?.monotonic ?? 0
    const wait = thresholds.value('watchdog.queue.wait')
    const silence = thresholds.value('watchdog.workers.silence')
    return {
      checks: findOverdue(
        await dueFacts(pool, clock.now(), thresholds.value('watchdog.checks.overdue.intervals')),
        thresholds.value('watchdog.checks.overdue.percent') / 100,
      ),
      workers: findWorkers(await workingProcesses(pool, silence)),
      queue: findQueue(await countOverdue(pool, watched, wait), wait, await stillLanes(pool, silence)),
      network: findNetwork(
        await this.#dependencies.network.facts(network),
        thresholds.value('watchdog.network.hosts'),
        network?.isBlind === true ? network.since : undefined,
      ),
      clock: findJump(this.#jump, at, JUMP_TOLD),
      database: findSlowDatabase(this.#pings, at, {
        slow: thresholds.value('watchdog.database.slow'),
        window: thresholds.value('watchdog.database.window'),
      }),
    }
  }

  #say(detector: DetectorName, { isBlind, reason }: DetectorState): void {
    const { log } = this.#dependencies
    if (isBlind) log.warn({ detector, reason }, 'the product cannot see')
    else log.info({ detector }, 'the product can see again')
  }

  async #record(states: ReadonlyMap<DetectorName, DetectorState>, isChanged: boolean): Promise<void> {
    const { pool, pushed, monotonic } = this.#dependencies
    if (pushed === undefined) return
    const at = monotonic()
    if (!isChanged && this.#recordedAt !== undefined && at - this.#recordedAt < RECORD_MILLISECONDS) return
    this.#recordedAt = (await recordChecks({ pool, pushed }, states)) ? at : undefined
  }
}
