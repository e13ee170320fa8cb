import type { Area } from '../../application/pages/area.ts'
import { catalogPages } from './pages.ts'

export const catalog: Area = {
  pages: catalogPages,
  slots: async () => (await import('./slots.tsx')).catalogSlots,
}
