import type { Area } from '../../application/pages/area.ts'

export const causes: Area = { slots: async () => (await import('./slots.ts')).causeSlots }
