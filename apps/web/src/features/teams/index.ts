import type { Area } from '../../application/pages/area.ts'
import { teamPages } from './pages.ts'

export const teams: Area = {
  pages: teamPages,
  slots: async () => (await import('./slots.ts')).teamSlots,
}
