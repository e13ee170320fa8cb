import { EmptyState, Notice, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { usePages, useVisitor } from '../../application/pages/open-pages.ts'
import { reachable } from '../../application/pages/reachable.ts'
import { CauseRow } from './cause-row.tsx'
import { type CausesOf, causesQuery } from './queries.ts'

/** What may have caused the trouble of a thing, the most likely first, each with its reasons. */
export function LikelyCauses(of: CausesOf): ReactNode {
  const pages = usePages()
  const visitor = useVisitor()
  const found = useQuery(causesQuery(of))
  if (found.data === undefined)
    return found.error === null ? (
      <Skeleton className="h-40 w-full" />
    ) : (
      <LoadFailure compact error={found.error} queries={[found]} />
    )
  const { subject, causes, more, isPartial, isKnown } = found.data
  const isFailing = subject.health === 'unhealthy' || subject.health === 'warning'
  return (
    <div className="flex flex-col gap-2">
      {subject.health === 'healthy' && causes.length > 0 && (
        <Notice kind="information">It is healthy. If it failed now, these would be its likely causes.</Notice>
      )}
      {isPartial && (
        <Notice kind="information">
          Only the nearest things were searched. The cause may be further away.
        </Notice>
      )}
      {isFailing && !isKnown && causes.length > 0 && (
        <Notice kind="information">
          Nothing that is known explains this failure. The causes below are only possible.
        </Notice>
      )}
      {causes.length === 0 ? (
        <EmptyState compact title="The cause is not known" icon={<SearchX strokeWidth={1.5} />}>
          Binnacle knows of nothing near it that fails or that changed in this period. Relations of the
          catalog and of topologies say what is near.
        </EmptyState>
      ) : (
        <ol aria-label="Likely causes" className="divide-y divide-line">
          {causes.map((cause) => (
            <CauseRow
              key={`${cause.kind} ${cause.subject.id} ${cause.change?.type ?? ''}`}
              cause={cause}
              reach={(href) => reachable(href, pages, visitor)}
            />
          ))}
        </ol>
      )}
      {more > 0 && (
        <p className="text-small text-muted">{more === 1 ? '1 more is' : `${more} more are`} less likely.</p>
      )}
    </div>
  )
}
