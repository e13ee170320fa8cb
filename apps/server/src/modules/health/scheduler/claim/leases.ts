import type { Pool } from 'pg'
import type { Clock } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.ts'
import { Possession } from '../../../../platform/possession.ts'
import { type Claim, ownLeases, releaseUnknown } from './claim.ts'

/** Milliseconds between two searches for lost leases. */
const PAUSE = 2_000
/** Searches after a failed claim. A broken connection may have sent a claim that PostgreSQL commits a moment later. */
const SEARCHES = 4

export interface LeaseDependencies {
  pool: Pool
  processId: string
  clock: Clock
  log: Log
}

/** Tracks the leases of this process, and releases lost ones: those that PostgreSQL gave but whose answer never came. */
export class Leases {
  readonly #dependencies: LeaseDependencies
  readonly #possession = new Possession()
  readonly #stopping: AbortSignal
  #searches = 0
  #isSearching = false

  /** @param stopping aborts when the process stops, which releases all its leases anyway */
  constructor(dependencies: LeaseDependencies, stopping: AbortSignal) {
    this.#dependencies = dependencies
    this.#stopping = stopping
  }

  /** Awaits a claim and remembers its leases. */
  async claim(work: Promise<readonly Claim[]>): Promise<readonly Claim[]> {
    try {
      return await this.#possession.claim(work, (claims) => claims.map(({ lease_id: id }) => id))
    } catch (error) {
      this.#searches = SEARCHES
      if (!this.#isSearching) void this.#releaseLost()
      throw error
    }
  }

  /** Forgets a lease that has ended or was released. */
  forget({ lease_id: id }: Claim): void {
    this.#possession.written(id)
  }

  async #releaseLost(): Promise<void> {
    const { pool, processId, clock, log } = this.#dependencies
    this.#isSearching = true
    while (this.#searches > 0 && !this.#stopping.aborted) {
      await clock.wait(PAUSE, this.#stopping)
      try {
        const unknown = await this.#possession.findUnknown(() => ownLeases(pool, processId))
        if (unknown.length > 0) {
          await releaseUnknown(pool, processId, unknown)
          log.warn({ checks: unknown.length }, 'checks whose claim was lost were given back')
        }
        this.#searches -= 1
      } catch (error) {
        log.debug({ reason: String(error) }, 'leases could not be looked at')
      }
    }
    this.#isSearching = false
  }
}
