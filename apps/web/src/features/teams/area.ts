import { UsersRound } from 'lucide-react'
import type { ResourceKind } from '../../application/resource/kind.ts'

/** Groups of people. */
export const teamArea: ResourceKind = {
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
