import { Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { joinedQuery } from './config/queries.ts'
import { Missing } from './missing.tsx'
import { FIRST_TAB } from './paths.ts'

/**
 * Leads from an item that was joined with its old self to the joined one, and says of any other that it is missing.
 * @param tab the tab of the address
 */
export function Gone({ id, tab }: { id: string; tab: string }): ReactNode {
  const navigate = useNavigate()
  const joined = useQuery(joinedQuery(id))
  const to = joined.data
  useEffect(() => {
    if (typeof to !== 'string') return
    const params = { id: to, tab: tab === FIRST_TAB ? undefined : tab }
    void navigate({ to: '/catalog/$id/{-$tab}', params, search: true, hash: true, replace: true })
  }, [navigate, to, tab])
  // The redirect follows while this shows.
  if (joined.isPending || typeof to === 'string') return <Skeleton className="m-4 h-96" />
  return <Missing />
}
