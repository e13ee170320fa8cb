import { HealthPage } from './sample/health-page.tsx'
import type { Story } from './story.ts'

export const title = 'Screen: check'
export const layout = 'screen'

export const stories: readonly Story[] = [
  { name: 'Open check', render: () => <HealthPage variant="failing" openId="payments-1" /> },
]
