import { kindPages } from '../../application/resource/kind.ts'
import { teamArea } from './area.ts'

/** The paths of its pages. */
export type TeamsPath = '/settings/teams' | '/settings/teams/$id'

/** The list of teams, and the page of one. */
export const teamPages = kindPages(teamArea, {
  list: async () => (await import('./resource.tsx')).teams,
  item: async () => (await import('./team-page.tsx')).teamPage,
})
