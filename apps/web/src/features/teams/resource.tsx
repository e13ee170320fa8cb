import { lazily } from '../../application/pages/lazily.ts'
import { kindRow } from '../../application/resource/kind-columns.tsx'
import { defineKindList } from '../../application/resource/kind-list.ts'
import { teamArea } from './area.ts'
import { TeamIcon } from './team-icons.tsx'

const AddTeam = lazily(async () => (await import('./add-team.tsx')).AddTeam)

/** The list of teams. It has no columns of jobs, as no job runs for a team. */
export const teams = defineKindList(teamArea, {
  things: 'teams',
  about: 'A team is a group of people. Notification rules and escalation policies can tell it as a whole.',
  row: kindRow,
  fields: [],
  select: ['icon'],
  icon: ({ icon }) => <TeamIcon name={icon ?? null} />,
  dialogs: [{ name: 'add', writes: true, component: AddTeam }],
})
