import type { Area } from '../../application/pages/area.ts'
import { jobsPage } from './pages.ts'

export const jobs: Area = {
  pages: [jobsPage],
  slots: async () => (await import('./slots.ts')).jobSlots,
}
