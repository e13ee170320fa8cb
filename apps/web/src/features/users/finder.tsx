import { UserRound } from 'lucide-react'
import { FOUND_AT_MOST, type FoundThing } from '../../application/pages.ts'
import { fullName, loadUsers } from './queries.ts'

/** Finds users by name or email. */
export async function findUsers(query: string, signal: AbortSignal): Promise<FoundThing[]> {
  const { rows } = await loadUsers(
    { query, state: undefined, sortBy: 'name', sortOrder: 'asc', pageIndex: 0, pageSize: FOUND_AT_MOST },
    signal,
  )
  return rows.map((user) => ({
    id: user.id,
    label: fullName(user),
    note: user.email,
    icon: <UserRound />,
    href: `/settings/users?user=${user.id}`,
  }))
}
