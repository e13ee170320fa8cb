import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import type { Live } from '../../../platform/live/index.ts'
import type { Log } from '../../../platform/log.ts'
import { DifferenceSearch, isLinkTopic } from './mark/difference-search.ts'
import { rollUpStep, type RollUpDependencies } from './step.ts'

/** Milliseconds between two searches of all components, which find changes that nothing announced. */
const SEARCH_ALL_MILLISECONDS = 60_000
/** Milliseconds before a step that failed is tried again. */
const RETRY_MILLISECONDS = 2_000

export interface RollerDependencies extends Omit<RollUpDependencies, 'now'> {
  pool: Pool
  live: Live
  clock: Clock
  log: Log
}

/** Keeps the states of components up to date. */
export interface Roller {
  start(): void
  stop(): Promise<void>
}

/** Computes the states of all stale components. @returns how many steps it took */
export async function rollUp(pool: Pool, dependencies: RollUpDependencies): Promise<number> {
  let steps = 0
  while (await inTransaction(pool, (client) => rollUpStep(client, dependencies))) steps += 1
  return steps
}

/** Creates the roller of a process that does background work. It rolls up whenever a component is stale. */
export function createRoller(dependencies: RollerDependencies): Roller {
  return new BackgroundRoller(dependencies)
}

class BackgroundRoller implements Roller {
  readonly #dependencies: RollerDependencies
  readonly #stopping = new AbortController()
  readonly #search: DifferenceSearch
  #rolling: Promise<void> | undefined
  /** Whether a component became stale since the last step began. */
  #isWoken = false
  #searchingAll: Promise<void> | undefined
  #unsubscribe: (() => void) | undefined

  constructor(dependencies: RollerDependencies) {
    this.#dependencies = dependencies
    this.#search = new DifferenceSearch(dependencies)
  }

  start(): void {
    this.#unsubscribe = this.#dependencies.live.subscribe((event) => {
      if (event.kind === 'resync') return this.#wake()
      const { topic, ids } = event.change
      if (topic === 'component_stale') this.#wake()
      else if (topic === 'config_analysis') this.#search.add('configs', null)
      else if (isLinkTopic(topic)) this.#search.add(topic, ids)
    })
    this.#searchingAll = this.#searchAll()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#unsubscribe?.()
    await Promise.allSettled([this.#searchingAll, this.#rolling, this.#search.end()])
  }

  #wake(): void {
    if (this.#stopping.signal.aborted) return
    this.#isWoken = true
    this.#rolling ??= this.#roll().finally(() => {
      this.#rolling = undefined
      if (this.#isWoken) this.#wake()
    })
  }

  async #roll(): Promise<void> {
    const { pool, clock, log } = this.#dependencies
    do {
      this.#isWoken = false
      try {
        await rollUp(pool, { ...this.#dependencies, now: () => clock.now() })
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        log.warn({ reason: String(error) }, 'the health of components could not be rolled up')
        this.#isWoken = true
        await clock.wait(RETRY_MILLISECONDS, this.#stopping.signal)
      }
    } while (this.#isWoken && !this.#stopping.signal.aborted)
  }

  async #searchAll(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#search.add('checks', null)
      this.#search.add('configs', null)
      this.#wake()
      await this.#dependencies.clock.wait(SEARCH_ALL_MILLISECONDS, this.#stopping.signal)
    }
  }
}
