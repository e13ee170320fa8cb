import type { Area } from '../../application/pages/area.ts'
import { logPages } from './pages.ts'

export const logs: Area = {
  pages: logPages,
  slots: async () => (await import('./slots.tsx')).logSlots,
}
