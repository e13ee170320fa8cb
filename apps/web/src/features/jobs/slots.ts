import { lazily } from '../../application/pages/lazily.ts'
import type { SlotFills } from '../../application/slots/types.ts'

/** What the history of jobs adds to the pages of others. */
export const jobSlots: SlotFills = {
  'row.tabs': [
    {
      id: 'jobHistory',
      label: 'Job History',
      order: 90,
      access: { resource: 'database', action: 'read' },
      feature: 'settings.job_history',
      Content: lazily(async () => (await import('./history/job-history-of.tsx')).JobHistoryOf),
    },
  ],
}
