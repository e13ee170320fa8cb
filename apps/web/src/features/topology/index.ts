import type { Area } from '../../application/pages/area.ts'
import { topologyPages, type TopologyPath } from './pages.ts'

export const topology: Area<TopologyPath> = {
  pages: topologyPages,
  slots: async () => (await import('./slots.tsx')).topologySlots,
}
