import { Button, FullTime } from '@binnacle/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { DialogList } from '../../../application/resource/query-states.tsx'
import { isPerson, type Occurrence, occurrencesQuery, peopleQuery } from './queries.ts'

/** Values of an occurrence that are shown at first. */
const FEW_VALUES = 10

const nobody: ReadonlyMap<string, string> = new Map()

/**
 * Each time that a change of a group happened.
 * @param props.count how often it happened, also before what is still stored
 * @param props.summary summary of the group, which its occurrences do not repeat
 */
export function Occurrences(props: { id: string; count: number; summary: string | undefined }): ReactNode {
  const answer = useInfiniteQuery(occurrencesQuery(props.id))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = answer
  const rows = useMemo(() => data?.pages.flat(), [data])
  const authors = useMemo(
    () =>
      [...new Set(rows?.flatMap(({ by }) => (typeof by === 'string' && isPerson(by) ? [by] : [])))].sort(),
    [rows],
  )
  const people = useQuery(peopleQuery(authors)).data ?? nobody
  const shown = rows?.length ?? 0
  return (
    <>
      <DialogList
        answer={{ ...answer, data: rows }}
        label="Occurrences"
        nothing={{
          title: 'No occurrences',
          icon: <History strokeWidth={1.5} />,
          text: 'Only the number of these changes is stored.',
        }}
      >
        {(occurrence) => (
          <OccurrenceRow
            key={occurrence.number}
            occurrence={occurrence}
            summary={occurrence.summary === props.summary ? undefined : occurrence.summary}
            by={typeof occurrence.by === 'string' ? (people.get(occurrence.by) ?? occurrence.by) : undefined}
          />
        )}
      </DialogList>
      {shown > 0 && shown < props.count && (
        <div className="flex flex-wrap items-center gap-3 text-secondary">
          <span role="status" className="numeric">
            {`${shown.toLocaleString('en')} of ${props.count.toLocaleString('en')}`}
            {!hasNextPage && '. The older ones are no longer stored.'}
          </span>
          {hasNextPage && (
            <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show older
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Renders once, however many are loaded after it. */
const OccurrenceRow = memo(function OccurrenceRow(props: {
  occurrence: Occurrence
  summary: string | null | undefined
  by: string | undefined
}): ReactNode {
  const { occurrence, summary, by } = props
  const { number, at } = occurrence
  const changed = occurrence.changed ?? []
  const [all, setAll] = useState(false)
  const left = all ? 0 : Math.max(changed.length - FEW_VALUES, 0)
  return (
    <li className="flex flex-col gap-1 py-2">
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-10 text-muted numeric">{number.toLocaleString('en')}</span>
        <FullTime date={new Date(at)} />
        {by !== undefined && <span className="text-muted">{by}</span>}
        {typeof summary === 'string' && <span className="basis-full wrap-anywhere">{summary}</span>}
      </span>
      {changed.length > 0 && (
        <ul className="pl-6 font-mono text-small">
          {changed.slice(0, changed.length - left).map(({ path, before, after }) => (
            <li key={path} className="wrap-anywhere">
              <span className="text-muted">{path}: </span>
              <del className="text-unhealthy">{shownValue(before)}</del>
              {' → '}
              <ins className="text-healthy no-underline">{shownValue(after)}</ins>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <Button size="small" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          {`Show ${left.toLocaleString('en')} more`}
        </Button>
      )}
    </li>
  )
})
