import { History } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'

/** The paths of its pages. */
export type JobsPath = '/settings/jobs'

export const jobsPage = definePage({
  path: '/settings/jobs',
  title: 'Jobs History',
  icon: History,
  place: 'settings',
  keys: 'g j',
  keywords: ['job history', 'runs', 'schedule', 'background', 'log', 'run now'],
  access: { resource: 'database', action: 'read' },
  feature: 'settings.job_history',
  topics: ['job_history', 'job_logs'],
  load: async () => {
    const { JobsPage } = await import('./jobs-page.tsx')
    return { default: JobsPage }
  },
})
