import { ENDING_MILLISECONDS, SHORTEST_ANNOUNCED_MILLISECONDS } from '@binnacle/contract/notifications'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import { inTransaction } from '../../platform/database/index.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { type NoticeDependencies, saidTime, sendNotice } from '../on-call/index.ts'
import type { SilenceTables } from './stored.ts'

/** Silences that one run announces. More follow with the next one. */
const MOST = 500

/** Claims silences that end soon. The maker of one may be gone; it is claimed all the same, so that it is read once. */
function claim(client: ClientBase, now: Date) {
  const shortest = SHORTEST_ANNOUNCED_MILLISECONDS / 1_000
  const tables = tablesOn<SilenceTables>(client)
  const due = tables
    .selectFrom('core.notification_silences')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('ending_at', 'is', null)
    .where('schedule', 'is', null)
    .where('error', 'is', null)
    .where('until', '>', now)
    .where('until', '<=', new Date(now.getTime() + ENDING_MILLISECONDS))
    .where(fragment<boolean>`until - "from" >= make_interval(secs => ${shortest})`)
    .orderBy('until')
    .limit(MOST)
    .forUpdate()
    .skipLocked()
  return tables
    .updateTable('core.notification_silences as silence')
    .set({ ending_at: now })
    .from(due.as('due'))
    .whereRef('silence.id', '=', 'due.id')
    .returning([
      'silence.id',
      'silence.kind',
      'silence.name',
      'silence.description',
      'silence.until',
      'silence.time_zone',
      'silence.created_by',
    ])
    .execute()
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
    const rows = await claim(client, now)
    for (const { id, kind, name, description, until, time_zone: timeZone, created_by: maker } of rows) {
      if (maker === null || until === null) continue
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
