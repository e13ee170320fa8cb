import { Flag, HeartPulse, UserRound, UserRoundCog, UsersRound } from 'lucide-react'
import { definePage } from '../application/pages.ts'
import { NEW_CANARY_PATH } from '../features/canaries/index.ts'
import { FLAGS_PATH } from '../features/flags/index.ts'

export const usersPage = definePage({
  path: '/settings/users',
  title: 'Users',
  icon: UserRound,
  place: 'settings',
  keys: 'g u',
  keywords: ['people', 'accounts', 'roles', 'invitations'],
  access: { resource: 'identities', action: 'read' },
  feature: 'settings.users',
  topics: ['people'],
  actions: [
    {
      label: 'Invite User',
      href: '/settings/users?invite=true',
      access: { resource: 'identities', action: 'write' },
      keywords: ['add', 'person', 'account'],
    },
    {
      label: 'Open invitations',
      href: '/settings/users?invitations=true',
      access: { resource: 'identities', action: 'write' },
      keywords: ['withdraw', 'resend', 'pending'],
    },
    {
      label: 'Require a second factor',
      href: '/settings/users?secondFactor=true',
      access: { resource: 'identities', action: 'write' },
      keywords: ['two-factor', '2fa', 'roles', 'authenticator'],
    },
  ],
  finder: {
    group: 'Users',
    topic: 'people',
    async find(text, signal) {
      const { findUsers } = await import('../features/users/finder.tsx')
      return findUsers(text, signal)
    },
  },
  load: async () => {
    const { UsersPage } = await import('../features/users/users-page.tsx')
    return { default: UsersPage }
  },
})

export const teamsPage = definePage({
  path: '/settings/teams',
  title: 'Teams',
  icon: UsersRound,
  place: 'settings',
  keys: 'g e',
  keywords: ['people', 'groups', 'members', 'responders'],
  access: { resource: 'database', action: 'read' },
  feature: 'settings.teams',
  topics: ['teams'],
  actions: [
    {
      label: 'Add team',
      href: '/settings/teams?add=true',
      access: { resource: 'database', action: 'write' },
      keywords: ['new', 'create', 'group'],
    },
  ],
  finder: {
    group: 'Teams',
    topic: 'teams',
    async find(text, signal) {
      const { findTeams } = await import('../features/teams/finder.tsx')
      return findTeams(text, signal)
    },
  },
  load: async () => {
    const { TeamsPage } = await import('../features/teams/teams-page.tsx')
    return { default: TeamsPage }
  },
})

export const teamPage = definePage({
  path: '/settings/teams/$id',
  title: 'Team',
  icon: UsersRound,
  place: 'nowhere',
  access: { resource: 'database', action: 'read' },
  feature: 'settings.teams',
  topics: ['teams'],
  load: async () => {
    const { TeamPage } = await import('../features/teams/team-page.tsx')
    return { default: TeamPage }
  },
})

export const canariesPage = definePage({
  path: '/settings/canaries',
  title: 'Health Checks',
  icon: HeartPulse,
  place: 'settings',
  keys: 'g k',
  keywords: ['canaries', 'checks', 'monitors', 'health'],
  access: { resource: 'canaries', action: 'read' },
  feature: 'settings.health',
  topics: ['canaries', 'checks', 'canary_files'],
  actions: [
    {
      label: 'New health check',
      href: NEW_CANARY_PATH,
      access: { resource: 'canaries', action: 'write' },
      keywords: ['add', 'create', 'canary', 'monitor'],
    },
  ],
  finder: {
    group: 'Health Checks',
    topic: 'canaries',
    async find(text, signal) {
      const { findCanaries } = await import('../features/canaries/finder.tsx')
      return findCanaries(text, signal)
    },
  },
  load: async () => {
    const { CanariesPage } = await import('../features/canaries/canaries-page.tsx')
    return { default: CanariesPage }
  },
})

export const newCanaryPage = definePage({
  path: NEW_CANARY_PATH,
  title: 'New health check',
  icon: HeartPulse,
  place: 'nowhere',
  access: { resource: 'canaries', action: 'write' },
  feature: 'settings.health',
  load: async () => {
    const { NewCanaryPage } = await import('../features/canaries/new-canary-page.tsx')
    return { default: NewCanaryPage }
  },
})

export const canaryPage = definePage({
  path: '/settings/canaries/$id',
  title: 'Health check',
  icon: HeartPulse,
  place: 'nowhere',
  access: { resource: 'canaries', action: 'read' },
  feature: 'settings.health',
  topics: ['canaries'],
  load: async () => {
    const { CanaryPage } = await import('../features/canaries/canary-page.tsx')
    return { default: CanaryPage }
  },
})

export const featureFlagsPage = definePage({
  path: FLAGS_PATH,
  title: 'Feature Flags',
  icon: Flag,
  place: 'settings',
  keys: 'g f',
  keywords: ['properties', 'switch off', 'disable'],
  access: { resource: 'feature_flags', action: 'read' },
  feature: 'settings.feature_flags',
  keptFor: { resource: 'feature_flags', action: 'write' },
  topics: ['properties'],
  actions: [
    {
      label: 'Add feature flag',
      href: '/settings/feature-flags?add=true',
      access: { resource: 'feature_flags', action: 'write' },
      keywords: ['new', 'property', 'disable'],
    },
  ],
  finder: {
    group: 'Feature Flags',
    topic: 'properties',
    async find(text, signal) {
      const { findFlags } = await import('../features/flags/finder.tsx')
      return findFlags(text, signal)
    },
  },
  load: async () => {
    const { FeatureFlagsPage } = await import('../features/flags/feature-flags-page.tsx')
    return { default: FeatureFlagsPage }
  },
})

export const profilePage = definePage({
  path: '/profile-settings',
  title: 'Profile Settings',
  icon: UserRoundCog,
  place: 'account',
  keys: 'g m',
  keywords: ['account', 'password', 'two-factor', 'tokens', 'sessions', 'time zone', 'theme'],
  access: 'signed-in',
  load: async () => {
    const { ProfileSettingsPage } = await import('../features/profile/profile-settings-page.tsx')
    return { default: ProfileSettingsPage }
  },
})
