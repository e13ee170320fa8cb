import type { OpenModule } from '../module.ts'
import { knownJobs } from './known.ts'
import { keepJobs } from './retention.ts'
import { jobRoutes } from './routes.ts'

const rule = { resource: 'database', feature: 'settings.job_history' } as const
const topic = { access: { resource: 'database', action: 'read' }, feature: 'settings.job_history' } as const
/** Runs and their logs have the same partitions, so that both are removed together. */
const cut = { by: 'id', days: 7, keepDays: 30 } as const

/** What ran on a schedule or was started by hand. */
export const openJobHistory: OpenModule = (platform) => ({
  name: 'jobs',
  routes: jobRoutes({ ...platform, jobs: knownJobs.of(platform) }),
  data: {
    job_histories: rule,
    job_history_names: rule,
    job_history_types: rule,
    job_history_hosts: rule,
    job_logs: rule,
  },
  topics: { job_history: topic, job_logs: topic },
  jobs: [keepJobs(platform.pool)],
  partitions: [
    { ...cut, table: 'core.job_history', column: 'id' },
    { ...cut, table: 'core.job_logs', column: 'run_id' },
  ],
})
