import { ENDING_MILLISECONDS, SHORTEST_ANNOUNCED_MILLISECONDS } from '@binnacle/contract/notifications'
import type { Pool } from 'pg'
import { inTransaction } from '../../platform/database/index.ts'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { type NoticeDependencies, saidTime, sendNotice } from '../on-call/index.ts'

/** Silences that one run announces. More follow with the next one. */
const MOST = 500

// Its maker may be gone; it is claimed all the same, so that it is read once.
const claim = `
  update core.notification_silences as silence set ending_at = $1
  from (
    select id from core.notification_silences
    where deleted_at is null and ending_at is null and schedule is null and error is null
      and until > $1 and until <= $2 and until - "from" >= make_interval(secs => $3)
    order by until limit ${MOST} for update skip locked
  ) as due
  where silence.id = due.id
  returning silence.id, silence.kind, silence.name, silence.description, silence.until, silence.time_zone,
    silence.created_by`

interface Ending {
  id: string
  kind: 'silence' | 'maintenance'
  name: string | null
  description: string | null
  until: Date
  time_zone: string | null
  created_by: string | null
}

export interface EndingDependencies extends NoticeDependencies {
  pool: Pool
}

const nouns = { silence: 'silence', maintenance: 'maintenance window' } as const

/**
 * Tells the maker of a silence that it ends soon, once for each end. The claim and the message are one transaction, so a
 * crash neither loses nor repeats the message.
 * @returns how many silences end soon
 */
export function announceEndings(dependencies: EndingDependencies, now: Date): Promise<number> {
  return inTransaction(dependencies.pool, async (client) => {
    const { rows } = await client.query<Ending>(claim, [
      now,
      new Date(now.getTime() + ENDING_MILLISECONDS),
      SHORTEST_ANNOUNCED_MILLISECONDS / 1_000,
    ])
    for (const { id, kind, name, description, until, time_zone: timeZone, created_by: maker } of rows) {
      if (maker === null) continue
      const end = saidTime(until.getTime(), timeZone ?? 'UTC')
      const called = name || description
      await sendNotice(dependencies, client, maker, {
        title: `Your ${nouns[kind]} ends soon`,
        body:
          `Your ${nouns[kind]}${called ? ` "${called}"` : ''} ends on ${end}. ` +
          'You are then told about everything that is still not healthy. Edit it to make it last longer.',
        path: `/notifications/silences?id=${id}`,
      })
    }
    return rows.length
  })
}

/** Announces every minute which silences end soon. */
export function createEndingJob(dependencies: EndingDependencies): Job {
  return defineJob({
    name: 'AnnounceEndingSilences',
    lane: 'maintenance',
    cron: '* * * * *',
    record: false,
    run: async ({ now }) => ({ success: await announceEndings(dependencies, now()), errors: [] }),
  })
}
