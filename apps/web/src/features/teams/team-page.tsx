import type { ReactNode } from 'react'
import { ResourcePage, type ResourcePageDefinition } from '../../application/resource/resource-page.tsx'
import { loadTeam, type Team } from './queries.ts'
import { teams } from './resource.tsx'
import { TeamIcon } from './team-icons.tsx'
import { TeamMembers } from './team-members.tsx'
import { TeamSpec } from './team-spec.tsx'

const page: ResourcePageDefinition<Team> = {
  title: 'Team',
  keyOf: (id) => ['teams', 'detail', id],
  load: loadTeam,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  iconOf: ({ icon }) => <TeamIcon name={icon} />,
  missing: 'There is no team with this id. It may have been deleted.',
  sections: [
    { id: 'spec', label: 'Spec', component: TeamSpec },
    { id: 'manageTeam', label: 'Members', component: TeamMembers },
  ],
}

/** One team: what it is, and who is in it. */
export function TeamPage(): ReactNode {
  return <ResourcePage resource={teams} page={page} />
}
