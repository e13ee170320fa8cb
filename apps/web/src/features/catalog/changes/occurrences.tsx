import { Age } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { DialogList } from '../../../application/resource/query-states.tsx'
import { type Occurrence, occurrencesQuery } from './queries.ts'

/** Each time that a change of a group happened. */
export function Occurrences({ id }: { id: string }): ReactNode {
  return (
    <DialogList
      answer={useQuery(occurrencesQuery(id))}
      label="Occurrences"
      nothing={{
        title: 'No occurrences',
        icon: <History strokeWidth={1.5} />,
        text: 'Only the number of these changes was kept.',
      }}
    >
      {(occurrence) => <OccurrenceRow key={occurrence.number} occurrence={occurrence} />}
    </DialogList>
  )
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function OccurrenceRow({ occurrence }: { occurrence: Occurrence }): ReactNode {
  const { number, at, summary, by, changed } = occurrence
  return (
    <li className="flex flex-col gap-1 py-2">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-muted numeric">{number}</span>
        <span>
          <Age time={at} /> ago
        </span>
        {typeof summary === 'string' && <span>{summary}</span>}
        {typeof by === 'string' && <span className="text-muted">{by}</span>}
      </span>
      {changed !== null && changed !== undefined && changed.length > 0 && (
        <ul className="pl-6 font-mono text-small">
          {changed.map(({ path, before, after }) => (
            <li key={path} className="wrap-anywhere">
              <span className="text-muted">{path}: </span>
              <del className="text-unhealthy">{shown(before)}</del>
              {' → '}
              <ins className="text-healthy no-underline">{shown(after)}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
