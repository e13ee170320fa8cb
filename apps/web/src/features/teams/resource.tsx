import { lazily } from '../../application/pages/lazily.ts'
import { settingsRow } from '../../application/settings/columns.tsx'
import { defineSettings } from '../../application/settings/define.ts'
import { teamArea } from './area.ts'
import { TeamIcon } from './team-icons.tsx'

const AddTeam = lazily(async () => (await import('./add-team.tsx')).AddTeam)

/** The list of teams. It has no columns of jobs, as no job runs for a team. */
export const teams = defineSettings(teamArea, {
  things: 'teams',
  about: 'A team is a group of people. Notification rules and escalation policies can tell it as a whole.',
  row: settingsRow,
  fields: [],
  select: ['icon'],
  icon: ({ icon }) => <TeamIcon name={icon ?? null} />,
  dialogs: [{ name: 'add', writes: true, component: AddTeam }],
})
