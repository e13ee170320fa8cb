import { Skeleton } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { LoadFailure } from '../pages/load-failure.tsx'
import type { Answer } from '../resource/query-states.tsx'

/** The entries of a section, with its states until they are there. */
export function EntryList<Row>(props: {
  answer: Answer<readonly Row[]>
  label: string
  /** Shown if the list is empty. */
  empty: string
  rows?: readonly Row[]
  children: (row: Row) => ReactNode
}): ReactNode {
  const { answer, label, empty } = props
  if (answer.data === undefined)
    return answer.error === null ? (
      <Skeleton className="h-16 w-full" />
    ) : (
      <LoadFailure compact error={answer.error} queries={[answer]} />
    )
  const rows = props.rows ?? answer.data
  if (rows.length === 0) return <p className="py-1 text-secondary">{empty}</p>
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map((row) => props.children(row))}
    </ul>
  )
}
