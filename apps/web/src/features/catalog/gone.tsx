import { Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { joinedQuery } from './config/queries.ts'
import { Missing } from './missing.tsx'

/**
 * Leads from an item that was joined with its old self to the joined one, and says of any other that it is missing.
 * @param rest what follows the id in the address, such as a tab
 */
export function Gone({ id, rest }: { id: string; rest: string | undefined }): ReactNode {
  const navigate = useNavigate()
  const joined = useQuery(joinedQuery(id))
  const to = joined.data
  useEffect(() => {
    if (typeof to !== 'string') return
    const splat = rest === undefined ? to : `${to}/${rest}`
    void navigate({ to: '/catalog/$', params: { _splat: splat }, search: true, hash: true, replace: true })
  }, [navigate, to, rest])
  // The redirect follows while this shows.
  if (joined.isPending || typeof to === 'string') return <Skeleton className="m-4 h-96" />
  return <Missing />
}
