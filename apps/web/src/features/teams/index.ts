import { settingsPages } from '../../application/settings/area.ts'
import { teamArea } from './area.ts'

/** The list of teams, and the page of one. */
export const teamPages = settingsPages(teamArea, {
  list: async () => (await import('./resource.tsx')).teams,
  item: async () => (await import('./team-page.tsx')).teamPage,
})
