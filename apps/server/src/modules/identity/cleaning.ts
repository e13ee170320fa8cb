import { DAY } from '@binnacle/contract/core'
import { IDLE_MILLISECONDS } from '@binnacle/identity'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { ERROR_MILLISECONDS } from './errors.ts'
import type { Tables } from './tables.ts'

/** Expired invitations and tokens are kept for this long, so that people can see what became of them. */
const KEPT_EXPIRED_MILLISECONDS = 30 * DAY

/** Removes expired rows. */
export function removeExpired(tables: Tables): Job {
  return defineJob({
    name: 'RemoveExpiredSessions',
    lane: 'maintenance',
    cron: '17 * * * *',
    record: true,
    manual: {
      description: 'Removes sessions, sign-ins under way, invitations and access tokens that have expired.',
    },
    async run({ now, log }) {
      const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
      const removals = {
        sessions: tables
          .deleteFrom('core.sessions')
          .where((expression) =>
            expression.or([
              expression('expires_at', '<', now()),
              expression('last_seen_at', '<', before(IDLE_MILLISECONDS)),
            ]),
          ),
        'sign-ins under way': tables.deleteFrom('core.identity_flows').where('expires_at', '<', now()),
        'known devices': tables.deleteFrom('core.known_devices').where('expires_at', '<', now()),
        'counts of wrong passwords': tables
          .deleteFrom('core.identity_guesses')
          .where('made_at', '<', before(DAY)),
        'errors of sign-ins': tables
          .deleteFrom('core.identity_errors')
          .where('created_at', '<', before(ERROR_MILLISECONDS)),
        invitations: tables
          .deleteFrom('core.invitations')
          .where('expires_at', '<', before(KEPT_EXPIRED_MILLISECONDS)),
        'access tokens': tables
          .deleteFrom('core.access_tokens')
          .where('expires_at', '<', before(KEPT_EXPIRED_MILLISECONDS)),
      }
      let removed = 0n
      for (const [what, removal] of Object.entries(removals)) {
        const { numDeletedRows } = await removal.executeTakeFirst()
        if (numDeletedRows > 0n) log.info(`Removed ${numDeletedRows} ${what}`)
        removed += numDeletedRows
      }
      if (removed === 0n) log.info('Nothing has expired')
      return { success: Number(removed), errors: [] }
    },
  })
}
