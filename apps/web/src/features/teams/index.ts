import type { Area } from '../../application/pages/area.ts'
import { teamPages, type TeamsPath } from './pages.ts'

export const teams: Area<TeamsPath> = {
  pages: teamPages,
  slots: async () => (await import('./slots.ts')).teamSlots,
}
