import { lazily } from '../../application/pages/lazily.ts'
import { countOf } from '../../application/slots/count-of.tsx'
import type { SlotFills } from '../../application/slots/types.ts'
import { teamsQuery } from './component-teams-query.ts'

/** What teams add to the pages of others. */
export const teamSlots: SlotFills = {
  'component.sections': [
    {
      id: 'teams',
      label: 'Teams',
      order: 70,
      access: { resource: 'database', action: 'read' },
      Count: countOf(
        ({ id }) => teamsQuery(id),
        (teams) => teams.length,
      ),
      Content: lazily(async () => (await import('./component-teams.tsx')).ComponentTeams),
    },
  ],
}
