import type { OpenModule } from '../module.ts'
import { keepJobs } from './retention.ts'

/** What ran on a schedule. */
export const openJobHistory: OpenModule = ({ pool }) => ({
  name: 'jobs',
  data: {
    job_histories: { resource: 'database', feature: 'settings.job_history' },
    job_history_names: { resource: 'database', feature: 'settings.job_history' },
  },
  topics: {
    job_history: { access: { resource: 'database', action: 'read' }, feature: 'settings.job_history' },
  },
  jobs: [keepJobs(pool)],
  partitions: [{ table: 'core.job_history', column: 'id', by: 'id', days: 7, keepDays: 30 }],
})
