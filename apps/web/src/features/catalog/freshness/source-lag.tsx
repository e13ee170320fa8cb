import { Age, Duration, NoValue } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { delayOf, freshnessQuery, type FreshnessSubject } from './queries.ts'

/** How far the catalog is behind a source at most, and how long its newest change took. */
export function SourceLag({ of }: { of: FreshnessSubject }): ReactNode {
  const { data } = useQuery(freshnessQuery(of))
  if (data === undefined || data === null || data.up_to_date_at === null) return <NoValue />
  const delay = delayOf(data)
  return (
    <>
      at most <Age time={data.up_to_date_at} />
      {delay !== undefined && (
        <span className="text-secondary">
          {' · newest change stored '}
          <Duration milliseconds={delay} /> after it happened
        </span>
      )}
    </>
  )
}
