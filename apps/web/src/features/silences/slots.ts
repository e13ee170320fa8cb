import { lazily } from '../../application/pages/lazily.ts'
import type { SlotFills } from '../../application/slots/types.ts'

/** What silences add to the pages of resources. */
export const silenceSlots: SlotFills = {
  'check.actions': [
    {
      id: 'silence',
      order: 20,
      // Several rights allow it.
      access: 'signed-in',
      feature: 'settings.notifications',
      Content: lazily(async () => (await import('./silence-check.tsx')).SilenceCheck),
    },
  ],
}
