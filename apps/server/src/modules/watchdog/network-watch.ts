import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { SubjectState } from '../../platform/subjects.ts'
import { doubtLeft, findNetwork, type NetworkFacts, type NetworkFailure } from './detectors/network.ts'
import type { DetectorState } from './detectors/detector-state.ts'
import { checkedHosts, lastNetworkFailure, networkFacts } from './facts.ts'
import type { Blindness, BlindnessReader } from './ports.ts'
import { readStates, type StoredState } from './detector-states.ts'
import type { Thresholds } from './thresholds.ts'

/** A storm of alerts asks for the facts once in this time. Milliseconds. */
const FRESH = 250
/** The number of hosts changes seldom. Milliseconds. */
const HOSTS_FRESH = 60_000
/** A check that has not run since the network returned is told after this time. Milliseconds. */
const LONGEST_AFTERWARDS = 15 * 60_000
/** While alerts wait, this often it is looked whether another target answered. Milliseconds. */
const LOOK_AGAIN = 500

interface Sight {
  facts: NetworkFacts
  network: StoredState | undefined
}

export interface NetworkWatchDependencies {
  pool: Pool
  clock: Clock
  monotonic: () => number
  thresholds: Thresholds
  /** Whether alerts are held at all. */
  isOn: boolean
}

/** Remembers a value for a while; callers at the same time share one load. */
function remember<Value>(monotonic: () => number, milliseconds: number, load: () => Promise<Value>) {
  let kept: { at: number; value: Promise<Value> } | undefined
  return {
    async get(): Promise<Value> {
      if (kept === undefined || monotonic() - kept.at > milliseconds) {
        const value = load()
        kept = { at: monotonic(), value }
        value.catch(() => (kept = undefined))
      }
      return kept.value
    },
    forget: () => (kept = undefined),
  }
}

/** Knows in this process whether the network is lost, and which alerts only say that. */
export class NetworkWatch implements BlindnessReader {
  readonly #dependencies: NetworkWatchDependencies
  readonly #hosts: () => Promise<number>
  readonly #sight: ReturnType<typeof remember<Sight>>
  readonly #listeners = new Set<() => void>()
  readonly #waiting = new Set<() => void>()
  readonly #ending = new AbortController()
  #looking: Promise<void> | undefined

  constructor(dependencies: NetworkWatchDependencies) {
    this.#dependencies = dependencies
    const { pool, monotonic } = dependencies
    const hosts = remember(monotonic, HOSTS_FRESH, () => checkedHosts(pool))
    this.#hosts = () => hosts.get()
    this.#sight = remember(monotonic, FRESH, async () => {
      const network = (await readStates(pool)).get('network')
      return { network, facts: await this.facts(network) }
    })
  }

  /** Which targets fail, and when one last answered. @param network what the detector says so far */
  facts(network: DetectorState | undefined): Promise<NetworkFacts> {
    const { pool, clock, thresholds } = this.#dependencies
    const isLost = network?.isBlind === true
    const begin = isLost ? network.since : clock.now()
    const from = new Date(begin.getTime() - thresholds.value('watchdog.network.window'))
    return networkFacts(pool, from, isLost, this.#hosts)
  }

  /** Tells listeners that blindness began or ended. */
  changed(): void {
    this.#sight.forget()
    for (const listener of this.#listeners) listener()
  }

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async now(state: SubjectState): Promise<Blindness | undefined> {
    if (!this.#dependencies.isOn || state.kind !== 'check') return undefined
    const failure = await lastNetworkFailure(this.#dependencies.pool, state.id)
    if (failure === undefined) return undefined
    const { facts, network } = await this.#sightWith(failure)
    const since = this.#lostSince({ facts, network })
    if (since !== undefined)
      return {
        reason: `The network of this installation seems lost since ${since.toISOString()}; one message says so`,
        until: undefined,
      }
    const end = network?.last?.to
    if (end === undefined || failure.startedAt >= end) return undefined
    const until = new Date(end.getTime() + LONGEST_AFTERWARDS)
    if (this.#dependencies.clock.now() >= until) return undefined
    return {
      reason: `The network of this installation was lost until ${end.toISOString()}; the check has not run since`,
      until,
    }
  }

  async doubt(state: SubjectState, onCertain: () => void): Promise<number> {
    const { isOn, pool, clock, thresholds } = this.#dependencies
    const settle = thresholds.value('watchdog.network.settle')
    if (!isOn || settle === 0 || state.kind !== 'check') return 0
    const failure = await lastNetworkFailure(pool, state.id)
    if (failure === undefined) return 0
    const { facts } = await this.#sightWith(failure)
    const left = doubtLeft(facts, thresholds.value('watchdog.network.hosts'), settle, clock.now())
    if (left > 0) {
      this.#waiting.add(onCertain)
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    }
    return left
  }

  /** Ends waiting for answers. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#looking
  }

  /** What is known now, a failure included that may be newer than what is remembered. */
  async #sightWith({ endedAt }: NetworkFailure): Promise<Sight> {
    const sight = await this.#sight.get()
    if (sight.facts.failures.some((known) => known.endedAt >= endedAt)) return sight
    this.#sight.forget()
    return this.#sight.get()
  }

  /** Since when the network is lost, also if the detector has not looked since. */
  #lostSince({ facts, network }: Sight): Date | undefined {
    if (network?.isBlind === true) return network.since
    const finding = findNetwork(
      facts,
      this.#dependencies.thresholds.value('watchdog.network.hosts'),
      undefined,
    )
    return finding.isBlind ? (finding.since ?? this.#dependencies.clock.now()) : undefined
  }

  /** Looks for an answer as long as an alert waits for one. */
  async #look(): Promise<void> {
    const { clock, thresholds } = this.#dependencies
    while (this.#waiting.size > 0) {
      await clock.wait(LOOK_AGAIN, this.#ending.signal)
      if (this.#ending.signal.aborted) return
      // An alert whose time is over is looked at anyway when its message is due.
      const sight = await this.#sight.get().catch(() => undefined)
      if (sight === undefined) continue
      const left = doubtLeft(
        sight.facts,
        thresholds.value('watchdog.network.hosts'),
        thresholds.value('watchdog.network.settle'),
        clock.now(),
      )
      if (left > 0) continue
      const waiting = [...this.#waiting]
      this.#waiting.clear()
      for (const onCertain of waiting) onCertain()
    }
  }
}
