import type { Pool } from 'pg'
import type { Clock } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.ts'
import { type Claim, releaseClaim, postpone } from './claim.ts'

/** Milliseconds until a returned check is due again, and between two attempts to return it. */
const WAIT = 1_000

export interface ReturnDependencies {
  pool: Pool
  clock: Clock
  log: Log
  /** Aborts when the process stops, which returns all its claims anyway. */
  stopping: AbortSignal
}

/**
 * Returns a claim after the database failed, as soon as the database answers again. A scheduled check is then due a second
 * later, not only when its lease ends.
 */
export async function returnClaim(
  { pool, clock, log, stopping }: ReturnDependencies,
  claim: Claim,
  scheduled: boolean,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      if (scheduled) await postpone(pool, claim, new Date(clock.now().getTime() + WAIT))
      else await releaseClaim(pool, claim)
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
