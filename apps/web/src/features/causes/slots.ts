import { lazily } from '../../application/pages/lazily.ts'
import type { SlotFills } from '../../application/slots/types.ts'

/** What likely causes add to the pages of others. */
export const causeSlots: SlotFills = {
  'item.causes': [
    {
      id: 'causes',
      order: 10,
      access: { resource: 'database', action: 'read' },
      Content: lazily(async () => (await import('./causes-of.tsx')).CausesOfItem),
    },
  ],
  'check.tabs': [
    {
      id: 'causes',
      label: 'Likely causes',
      order: 10,
      access: { resource: 'canaries', action: 'read' },
      feature: 'health',
      Content: lazily(async () => (await import('./causes-of.tsx')).CausesOfCheck),
    },
  ],
  'component.causes': [
    {
      id: 'causes',
      order: 10,
      access: { resource: 'topologies', action: 'read' },
      shows: ({ health }) => health !== 'healthy',
      Content: lazily(async () => (await import('./component-causes.tsx')).CausesOfComponent),
    },
  ],
}
