import { HeartPulse } from 'lucide-react'
import { definePage } from '../application/pages.ts'

export const healthPage = definePage({
  path: '/health',
  title: 'Health',
  icon: HeartPulse,
  place: 'area',
  keys: 'g h',
  keywords: ['checks', 'canaries', 'uptime', 'status'],
  access: { resource: 'canaries', action: 'read' },
  feature: 'health',
  topics: ['checks', 'canaries', 'canary_files'],
  load: async () => {
    const { ChecksPage } = await import('../features/health/checks-page.tsx')
    return { default: ChecksPage }
  },
})
