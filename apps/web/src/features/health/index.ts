import type { Area } from '../../application/pages/area.ts'
import { healthPage, type HealthPath } from './pages.ts'

export { loadChecks } from './dashboard/queries.ts'
export { HEALTH_PATH } from './paths.ts'

export const health: Area<HealthPath> = {
  pages: [healthPage],
  slots: async () => (await import('./slots.ts')).healthSlots,
}
