import { UsersRound } from 'lucide-react'
import type { SettingsArea } from '../../application/settings/area.ts'

/** Groups of people. */
export const teamArea: SettingsArea = {
  table: 'teams',
  resourceType: 'team',
  title: 'Teams',
  singular: 'Team',
  icon: UsersRound,
  keys: 'g e',
  keywords: ['people', 'groups', 'members', 'responders'],
  access: 'database',
  feature: 'settings.teams',
  topics: ['teams'],
  add: { label: 'Add team', keywords: ['new', 'create', 'group'] },
}
