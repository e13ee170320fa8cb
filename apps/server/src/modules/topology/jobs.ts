import type { Pool } from 'pg'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { forgetDeleted, sumUpDays } from './store/retention.ts'

/** What keeps the topology in order. */
export function topologyJobs(pool: Pool): Job[] {
  return [
    defineJob({
      name: 'SumUpComponentHealth',
      lane: 'maintenance',
      cron: '17 0 * * *',
      record: true,
      manual: {
        description: 'Sums up how long each component had which health on the days that are over.',
      },
      run: async ({ now }) => ({ success: await sumUpDays(pool, now()), errors: [] }),
    }),
    defineJob({
      name: 'ForgetDeletedComponents',
      lane: 'maintenance',
      cron: '27 2 * * *',
      record: true,
      manual: {
        description:
          'Removes components that were deleted more than seven days ago, what is known of their places more than 90 days ago, and daily sums older than a year.',
        cost: 'These components, their links and their history are removed for good.',
      },
      run: async ({ now }) => ({ success: await forgetDeleted(pool, now()), errors: [] }),
    }),
  ]
}
