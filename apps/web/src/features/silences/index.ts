import type { Area } from '../../application/pages/area.ts'
import { silencePages, type SilencesPath } from './pages.ts'

export { silenceEnds } from './ends.ts'
export { addSilenceHref, silenceHref, SILENCES_PATH } from './paths.ts'

export const silences: Area<SilencesPath> = {
  pages: silencePages,
  slots: async () => (await import('./slots.ts')).silenceSlots,
}
