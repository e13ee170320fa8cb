import { UsersRound } from 'lucide-react'
import { FOUND_AT_MOST, type FoundThing } from '../../application/pages.ts'
import { loadTeams } from './queries.ts'

/** Finds teams by name. */
export async function findTeams(query: string, signal: AbortSignal): Promise<FoundThing[]> {
  const { rows } = await loadTeams(
    { query, sortBy: 'name', sortOrder: 'asc', pageIndex: 0, pageSize: FOUND_AT_MOST },
    signal,
  )
  return rows.map((team) => ({
    id: team.id,
    label: team.name,
    icon: <UsersRound />,
    href: `/settings/teams/${team.id}`,
  }))
}
