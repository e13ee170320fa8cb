import { History } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'

declare module '../../application/pages/addresses.ts' {
  interface PagePaths {
    '/settings/jobs': unknown
  }
}

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
