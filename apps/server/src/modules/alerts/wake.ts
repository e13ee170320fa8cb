import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { DefinedJob } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'

/** Alerts that arrive within this time are recorded together. Milliseconds. */
const GATHER_MILLISECONDS = 100
/** The same while they keep arriving: recording twenty together costs little more than recording one. */
const GATHER_MORE_MILLISECONDS = 400

/** Has alerts recorded that are stored. */
export interface RecordWake {
  /** Adds a run of the job soon. One that is not added, because the process ends, is made up for within a minute. */
  wake(): void
  /** Adds what waits. */
  stop(): Promise<void>
}

/** Creates what adds a run of the job for all messages of a moment. */
export function createRecordWake(
  { pool, clock, log }: { pool: Pool; clock: Clock; log: Log },
  job: Pick<DefinedJob<object>, 'add'>,
): RecordWake {
  const stopping = new AbortController()
  let adding: Promise<void> | undefined
  let lastAdded = Number.NEGATIVE_INFINITY

  async function add(): Promise<void> {
    const isBusy = clock.now().getTime() - lastAdded < GATHER_MORE_MILLISECONDS
    await clock.wait(isBusy ? GATHER_MORE_MILLISECONDS : GATHER_MILLISECONDS, stopping.signal)
    lastAdded = clock.now().getTime()
    // What is stored from now on needs another run, because this one may begin before.
    adding = undefined
    await job
      .add(pool, {})
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'alerts are recorded a minute later'))
  }

  return {
    wake() {
      adding ??= add()
    },
    async stop() {
      stopping.abort()
      await adding
    },
  }
}
