import type { Area } from '../../application/pages/area.ts'
import { silencePages } from './pages.ts'

export { silenceEnds } from './ends.ts'
export { addSilenceHref, silenceHref, SILENCES_PATH } from './paths.ts'

export const silences: Area = {
  pages: silencePages,
  slots: async () => (await import('./slots.ts')).silenceSlots,
}
