import type { Area } from '../../application/pages/area.ts'
import { jobsPage, type JobsPath } from './pages.ts'

export const jobs: Area<JobsPath> = {
  pages: [jobsPage],
  slots: async () => (await import('./slots.ts')).jobSlots,
}
