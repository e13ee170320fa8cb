import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { type Claim, giveBack, postpone } from './claim.ts'

/** Milliseconds until a check that could not run is due again, and between attempts to say so. */
const WAIT = 1_000

export interface ReturnParts {
  pool: Pool
  clock: Clock
  log: Log
  /** A process that stops gives all its claims back. */
  stopping: AbortSignal
}

/**
 * Gives back a claim that came to nothing because the database failed, as soon as it is there again. A check of the
 * schedule is then due a second later, instead of when its lease ends.
 */
export async function returnClaim(
  { pool, clock, log, stopping }: ReturnParts,
  claim: Claim,
  scheduled: boolean,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      if (scheduled) await postpone(pool, claim, new Date(clock.now().getTime() + WAIT))
      else await giveBack(pool, claim)
      return
    } catch (error) {
      log.warn(
        { check: claim.check_id, reason: String(error) },
        'a check could not be given back; trying again',
      )
      await clock.wait(WAIT, stopping)
    }
  }
}
