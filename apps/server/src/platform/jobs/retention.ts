import { DAY, HOUR } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import { type DefinedJob, defineJob } from './define.ts'
import { giveUpRunsBefore } from './history.ts'
import { removeDeadLetters } from './queue.ts'

/** Days for which dead letters are kept. */
const DEAD_LETTER_DAYS = 30
/** Hours. A run that takes longer is stale, because no job may take so long. */
const STALE_HOURS = 4

/** Removes expired dead letters and gives up stale runs. */
export function keepJobs(pool: Pool): DefinedJob<object> {
  return defineJob({
    name: 'CleanUpJobs',
    lane: 'maintenance',
    cron: '11 * * * *',
    record: true,
    manual: {
      description: `Marks runs as STALE that began more than ${STALE_HOURS} hours ago and did not end, and removes jobs that failed for the last time more than ${DEAD_LETTER_DAYS} days ago.`,
    },
    async run({ now, log }) {
      const stale = await giveUpRunsBefore(pool, new Date(now().getTime() - STALE_HOURS * HOUR))
      log.info(`Marked ${stale} runs as STALE`)
      const removed = await removeDeadLetters(pool, new Date(now().getTime() - DEAD_LETTER_DAYS * DAY))
      log.info(`Removed ${removed} failed jobs`)
      return { success: 1, errors: [], details: { summary: { stale, removed } } }
    },
  })
}
