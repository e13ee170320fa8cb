import type { Area } from '../../application/pages/area.ts'
import { topologyPages } from './pages.ts'

export const topology: Area = {
  pages: topologyPages,
  slots: async () => (await import('./slots.tsx')).topologySlots,
}
