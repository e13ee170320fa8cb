import { kindPages } from '../../application/resource/kind.ts'
import { teamArea } from './area.ts'

declare module '../../application/pages/addresses.ts' {
  interface PagePaths {
    '/settings/teams': unknown
    '/settings/teams/$id': unknown
  }
}

/** The list of teams, and the page of one. */
export const teamPages = kindPages(teamArea, {
  list: async () => (await import('./resource.tsx')).teams,
  item: async () => (await import('./team-page.tsx')).teamPage,
})
