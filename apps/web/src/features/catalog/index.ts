import type { Area } from '../../application/pages/area.ts'
import { catalogPages, type CatalogPath } from './pages.ts'

export const catalog: Area<CatalogPath> = {
  pages: catalogPages,
  slots: async () => (await import('./slots.tsx')).catalogSlots,
}
