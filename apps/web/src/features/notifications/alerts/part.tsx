import { EmptyState, Skeleton } from '@binnacle/ui'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import type { Answer } from '../../../application/resource/query-states.tsx'
import { MOST_LISTED } from './queries.ts'

/** A list on the page of an alert, in all its states. @param props.nothing what is said where it is empty */
export function Part<Row>(props: {
  title: string
  answer: Pick<Answer<readonly Row[]>, 'data' | 'error'> &
    Partial<Pick<Answer<unknown>, 'isFetching' | 'refetch'>>
  nothing: string
  children: (row: Row) => ReactNode
}): ReactNode {
  const { title, answer, nothing } = props
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-lead font-semibold">{title}</h2>
      {answer.data === undefined ? (
        answer.error === null ? (
          <Skeleton className="h-24 w-full" />
        ) : (
          <LoadFailure
            compact
            error={answer.error}
            queries={
              answer.refetch === undefined
                ? []
                : [{ isFetching: answer.isFetching === true, refetch: answer.refetch }]
            }
          />
        )
      ) : answer.data.length === 0 ? (
        <EmptyState compact title={nothing} icon={<BellRing strokeWidth={1.5} />} />
      ) : (
        <>
          <ul
            aria-label={title}
            className="flex flex-col divide-y divide-line rounded-panel border border-line bg-surface"
          >
            {answer.data.map((row) => props.children(row))}
          </ul>
          {answer.data.length >= MOST_LISTED && (
            <p className="text-small text-muted">{`Only the first ${MOST_LISTED.toLocaleString('en')} are listed.`}</p>
          )}
        </>
      )}
    </section>
  )
}
