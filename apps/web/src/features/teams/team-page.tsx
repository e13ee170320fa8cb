import { defineKindPage } from '../../application/resource/kind-page.tsx'
import { teamArea } from './area.ts'
import { loadTeam, type Team } from './queries.ts'
import { TeamIcon } from './team-icons.tsx'
import { TeamComponents } from './team-components.tsx'
import { TeamMembers } from './team-members.tsx'
import { TeamSpec } from './team-spec.tsx'

/** Page of one team: its form, its members, its components and its job history. */
export const teamPage = defineKindPage<Team>(teamArea, {
  keyOf: (id) => ['teams', 'detail', id],
  load: loadTeam,
  iconOf: ({ icon }) => <TeamIcon name={icon} />,
  Spec: TeamSpec,
  others: [
    { id: 'manageTeam', label: 'Members', component: TeamMembers },
    {
      id: 'components',
      label: 'Components',
      gate: { access: { resource: 'topologies', action: 'read' }, feature: 'topology' },
      component: TeamComponents,
    },
  ],
})
