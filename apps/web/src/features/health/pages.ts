import { HeartPulse } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'
import { HEALTH_PATH } from './paths.ts'

/** The paths of its pages. */
export type HealthPath = '/health'

export const healthPage = definePage({
  path: HEALTH_PATH,
  title: 'Health',
  icon: HeartPulse,
  place: 'area',
  keys: 'g h',
  keywords: ['checks', 'canaries', 'uptime', 'status'],
  access: { resource: 'canaries', action: 'read' },
  feature: 'health',
  topics: ['checks', 'canaries', 'canary_files', 'notification_silences'],
  finder: {
    group: 'Checks',
    topic: 'checks',
    async find(text, signal) {
      const { findChecks } = await import('./finder.tsx')
      return findChecks(text, signal)
    },
  },
  load: async () => {
    const { ChecksPage } = await import('./checks-page.tsx')
    return { default: ChecksPage }
  },
})
