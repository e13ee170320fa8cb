import type { Area } from '../../application/pages/area.ts'
import { logPages, type LogsPath } from './pages.ts'

export const logs: Area<LogsPath> = {
  pages: logPages,
  slots: async () => (await import('./slots.tsx')).logSlots,
}
