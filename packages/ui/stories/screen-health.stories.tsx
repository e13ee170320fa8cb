import { HealthPage } from './sample/health-page.tsx'
import type { Story } from './story.ts'

export const title = 'Screen: health'
export const layout = 'screen'

export const stories: readonly Story[] = [
  { name: 'Failing', render: () => <HealthPage variant="failing" /> },
  { name: 'Healthy', render: () => <HealthPage variant="healthy" /> },
  { name: 'Empty', render: () => <HealthPage variant="empty" /> },
]
