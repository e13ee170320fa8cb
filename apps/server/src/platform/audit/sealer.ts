import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Live } from '../live/index.ts'
import type { Log } from '../log.ts'
import type { Chain } from './chain.ts'
import { sealRows } from './seal.ts'

/** How long the sealer waits for more rows after the first, so that it seals a burst at once. */
const SETTLE_MILLISECONDS = 2_000
/** How often the sealer looks for rows without an announcement. */
const LOOK_MILLISECONDS = 60_000
/** Most rows to seal while the process stops. The next start seals the rest. */
const LAST_ROWS = 5_000

export interface SealerOptions {
  pool: Pool
  chain: Chain
  live: Live
  clock: Clock
  log: Log
}

/**
 * Seals new rows of the audit log about two seconds after their commit, until it is stopped.
 * @returns a function that seals the remaining rows and stops
 */
export function startSealer({ pool, chain, live, clock, log }: SealerOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let woken = new AbortController()
  const unsubscribe = live.subscribe((event) => {
    if (event.kind === 'resync' || event.change.topic === 'audit_log') woken.abort()
  })
  const seal = (most?: number) =>
    sealRows(pool, chain, most).catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'rows of the audit log could not be sealed'),
    )

  async function keepSealing(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = new AbortController()
      await seal()
      await clock.wait(LOOK_MILLISECONDS, AbortSignal.any([stopping.signal, woken.signal]))
      if (woken.signal.aborted) await clock.wait(SETTLE_MILLISECONDS, stopping.signal)
    }
  }

  const sealing = keepSealing()
  return {
    async stop() {
      stopping.abort()
      unsubscribe()
      await sealing
      await seal(LAST_ROWS)
    },
  }
}
