import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { Possession } from '../../../platform/possession.ts'
import { type Claim, ownLeases, releaseUnknown } from './claim.ts'

/** Milliseconds between two looks. */
const PAUSE = 2_000
/** A connection that breaks may have sent a claim that the server commits a moment later. So it looks this often. */
const LOOKS = 4

export interface LeaseDependencies {
  pool: Pool
  processId: string
  clock: Clock
  log: Log
}

/** The leases of this process. Those whose claim lost its answer are released soon, not only when they end. */
export class Leases {
  readonly #dependencies: LeaseDependencies
  readonly #possession = new Possession()
  readonly #stopping: AbortSignal
  #looks = 0
  #isLooking = false

  /** @param stopping aborts when the process stops, which releases all its leases anyway */
  constructor(dependencies: LeaseDependencies, stopping: AbortSignal) {
    this.#dependencies = dependencies
    this.#stopping = stopping
  }

  /** Claims checks. */
  async claim(work: Promise<readonly Claim[]>): Promise<readonly Claim[]> {
    try {
      return await this.#possession.claim(work, (claims) => claims.map(({ lease_id: id }) => id))
    } catch (error) {
      this.#looks = LOOKS
      if (!this.#isLooking) void this.#look()
      throw error
    }
  }

  /** Forgets a lease that has ended, or that was given back. */
  over({ lease_id: id }: Claim): void {
    this.#possession.written(id)
  }

  async #look(): Promise<void> {
    const { pool, processId, clock, log } = this.#dependencies
    this.#isLooking = true
    while (this.#looks > 0 && !this.#stopping.aborted) {
      await clock.wait(PAUSE, this.#stopping)
      try {
        const unknown = await this.#possession.findUnknown(() => ownLeases(pool, processId))
        if (unknown.length > 0) {
          await releaseUnknown(pool, processId, unknown)
          log.warn({ checks: unknown.length }, 'checks whose claim was lost were given back')
        }
        this.#looks -= 1
      } catch (error) {
        log.debug({ reason: String(error) }, 'leases could not be looked at')
      }
    }
    this.#isLooking = false
  }
}
