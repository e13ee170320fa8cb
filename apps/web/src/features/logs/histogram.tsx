import { formatCount } from '@binnacle/contract/text'
import { classNames, formatFullTime, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react'
import { histogramQuery, type LineSearch } from './queries.ts'

/** Indexes of the first and last bar of a selection. */
interface Selection {
  from: number
  to: number
}

/**
 * Counts of lines over time. Dragging over bars, or Enter on one, chooses their range of time.
 * @param props.onRange told the ends in milliseconds since 1970
 */
export const Histogram = memo(function Bars(props: {
  lineSearch: LineSearch
  onRange: (range: { from: number; to: number }) => void
}): ReactNode {
  const { data, error, isPlaceholderData } = useQuery(histogramQuery(props.lineSearch))
  const [selection, setSelection] = useState<Selection>()
  const [focused, setFocused] = useState(0)
  // The list says what is wrong with the search; two errors of one thing help nobody.
  if (error !== null) return null
  if (data === undefined) return <Skeleton className="h-16 w-full" />
  const { counts } = data
  const start = Date.parse(data.start)
  const part = (Date.parse(data.end) - start) / Math.max(1, counts.length)
  const most = Math.max(1, ...counts)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const timeAt = (index: number) => start + index * part
  const choose = ({ from, to }: Selection) =>
    props.onRange({
      from: Math.floor(timeAt(Math.min(from, to))),
      to: Math.ceil(timeAt(Math.max(from, to) + 1)),
    })
  const isSelected = (index: number) =>
    selection !== undefined &&
    index >= Math.min(selection.from, selection.to) &&
    index <= Math.max(selection.from, selection.to)

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = focused + step
    if (step === 0 || next < 0 || next >= counts.length) return
    event.preventDefault()
    setFocused(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  return (
    <section aria-label="Lines over time" className="flex flex-col gap-1">
      {/* Keys move between the buttons in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="group"
        aria-label="Press Enter on a bar, or drag over several, to choose their time range"
        className={classNames(
          'flex h-14 touch-none items-stretch rounded-small border-b border-line select-none',
          isPlaceholderData && 'opacity-60',
        )}
        onKeyDown={move}
        onPointerLeave={() => setSelection(undefined)}
      >
        {counts.map((count, index) => (
          <button
            // Bars have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            type="button"
            tabIndex={index === focused ? 0 : -1}
            aria-label={`${formatFullTime(new Date(timeAt(index)))}: ${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`}
            title={`${formatFullTime(new Date(timeAt(index)))} · ${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`}
            className={classNames(
              'group flex min-w-0 flex-1 items-end px-px focus-visible:relative',
              isSelected(index) ? 'bg-selected' : 'hover:bg-hover',
            )}
            onFocus={() => setFocused(index)}
            onPointerDown={() => setSelection({ from: index, to: index })}
            onPointerEnter={(event) => {
              if (selection !== undefined && event.buttons > 0) setSelection({ ...selection, to: index })
            }}
            onPointerUp={() => {
              if (selection !== undefined) choose({ ...selection, to: index })
              setSelection(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault()
                choose({ from: index, to: index })
              }
            }}
          >
            <span
              aria-hidden="true"
              className="w-full rounded-t-small bg-chart-1"
              style={{ height: count === 0 ? 0 : `${Math.max(4, (count / most) * 100)}%` }}
            />
          </button>
        ))}
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-small text-muted numeric">
        <Moment time={data.start} />
        <span className="order-last basis-full text-center md:order-none md:basis-auto">
          {`${data.counted_from === null ? '' : 'the newest '}${formatCount(total)} ${total === 1 ? 'line' : 'lines'} counted`}
          {data.counted_from !== null && `, since ${formatFullTime(new Date(data.counted_from))}`}
        </span>
        <Moment time={data.end} />
      </p>
    </section>
  )
})

const MINUTES_END = 16

/** A time to the minute, so that both ends of the range fit into one line of a phone. */
function Moment({ time }: { time: string }): ReactNode {
  const full = formatFullTime(new Date(time))
  return (
    <time dateTime={time} title={full}>
      {full.slice(0, MINUTES_END)}
    </time>
  )
}
