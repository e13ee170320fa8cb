import type { Pool } from 'pg'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { forgetHistory, sumUpDays } from './store/retention.ts'

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
      name: 'ForgetComponentHistory',
      lane: 'maintenance',
      cron: '27 2 * * *',
      record: true,
      manual: {
        description:
          'Removes what is known of the places of components more than 90 days ago, and daily sums older than a year.',
        cost: 'This history is removed for good.',
      },
      run: async ({ now }) => ({ success: await forgetHistory(pool, now()), errors: [] }),
    }),
  ]
}
