import { HeartPulse } from 'lucide-react'
import { definePage } from '../application/pages.ts'

export const healthPage = definePage({
  path: '/health',
  title: 'Health',
  icon: HeartPulse,
  keys: 'g h',
  keywords: ['checks', 'canaries', 'uptime', 'status'],
  access: { resource: 'canaries', action: 'read' },
  load: async () => {
    const { ChecksPage } = await import('../features/health/checks-page.tsx')
    return { default: ChecksPage }
  },
})
