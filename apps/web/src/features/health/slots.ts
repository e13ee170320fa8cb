import { lazily } from '../../application/pages/lazily.ts'
import { countIn, countOf } from '../../application/slots/count-of.tsx'
import type { SlotFills } from '../../application/slots/types.ts'
import { checksQuery } from './of-component/queries.ts'

const gate = { access: { resource: 'canaries', action: 'read' }, feature: 'health' } as const

/** What health checks add to the pages of others. */
export const healthSlots: SlotFills = {
  'item.tabs': [
    {
      id: 'checks',
      label: 'Checks',
      order: 60,
      // Who may read an item sees its checks.
      access: { resource: 'database', action: 'read' },
      Count: countIn(({ counts }) => counts['checks']),
      Content: lazily(async () => (await import('./of-item/item-checks.tsx')).ItemChecks),
    },
  ],
  'component.sections': [
    {
      ...gate,
      id: 'checks',
      label: 'Checks',
      order: 50,
      Count: countOf(
        ({ id }) => checksQuery(id),
        (checks) => checks.length,
      ),
      Content: lazily(async () => (await import('./of-component/checks-section.tsx')).ChecksSection),
    },
  ],
}
