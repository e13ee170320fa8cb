import { type LogLine, parseLogQuery, writeLabelCondition } from '@binnacle/contract/logs'
import {
  absoluteRange,
  Button,
  EmptyState,
  IconButton,
  Notice,
  systemClock,
  TimeRangePicker,
} from '@binnacle/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Pause, Play, RefreshCw, ScrollText } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { logsFilters, readLineReference, readRange, writeLineReference, writeRange } from './filters.ts'
import { Histogram } from './histogram.tsx'
import { LineDrawer } from './line-drawer.tsx'
import { createLiveLines, type LiveLines } from './live-lines.ts'
import { type LineList, LogTable } from './log-table.tsx'
import { linesQuery, type LogPlace, startOf, type LineSearch } from './queries.ts'
import { LoadingLines, Status, useLive } from './lines-status.tsx'
import { useTail } from './use-tail.ts'

/** Lines of a search that are kept. */
const MOST_LINES = 100_000

const none: readonly never[] = []

/** The lines of a place: what was found, and what is written while somebody looks. */
export function Lines({ place }: { place: LogPlace }): ReactNode {
  const { values, set } = useFilters(logsFilters)
  const { query, start, end, live: isLive } = values
  const range = useMemo(() => readRange({ start, end }), [start, end])
  const [at, setAt] = useState(() => systemClock.now())
  const [topKey, setTopKey] = useState(0)
  const lineSearch = useMemo<LineSearch>(() => ({ place, query, range, at }), [place, query, range, at])
  const [live] = useState(createLiveLines)
  const tail = useTail(isLive ? place : undefined, query, live)
  const found = useInfiniteQuery(linesQuery(lineSearch))
  const pages = found.data?.pages
  const searched = useMemo(() => pages?.flatMap(({ results }) => results) ?? none, [pages])
  const notes = [...new Set(pages?.flatMap((page) => page.notes) ?? none)]
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = found
  const isFull = searched.length >= MOST_LINES
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  const toTop = useCallback(() => {
    live.resume()
    setTopKey((key) => key + 1)
  }, [live])
  const refresh = () => {
    live.clear()
    setAt(systemClock.now())
    setTopKey((key) => key + 1)
  }
  const chooseRange = useCallback(
    (stretch: { from: number; to: number }) => {
      setAt(systemClock.now())
      set(writeRange(absoluteRange(stretch)))
    },
    [set],
  )

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          aria-pressed={isLive}
          icon={
            isLive ? (
              <Pause aria-hidden="true" className="size-3.5" />
            ) : (
              <Play aria-hidden="true" className="size-3.5" />
            )
          }
          onClick={() => {
            if (!isLive) refresh()
            set({ live: !isLive })
          }}
        >
          {isLive ? 'Stop live tail' : 'Live tail'}
        </Button>
        {isLive && <PauseButton live={live} onResume={toTop} />}
        <Status
          live={live}
          isLive={isLive}
          isOpen={tail.isOpen}
          isSearching={found.isPending}
          searched={found.data === undefined ? undefined : searched.length}
        />
        <TimeRangePicker
          presets="simple"
          align="end"
          value={range}
          onChange={(chosen) => {
            setAt(systemClock.now())
            set(writeRange(chosen))
          }}
        />
        <IconButton
          label="Refresh"
          variant="secondary"
          loading={found.isFetching && !isFetchingNextPage}
          icon={<RefreshCw className="size-3.5" />}
          onClick={refresh}
        />
        <DownloadMenu lineSearch={lineSearch} />
      </div>
      <Histogram lineSearch={lineSearch} onRange={chooseRange} />
      {notes.map((note) => (
        <Notice key={note} kind="warning">
          {note}
        </Notice>
      ))}
      {tail.problem !== undefined && <Notice kind="warning">{tail.problem}</Notice>}
      {found.error !== null && (
        <LoadFailure compact={searched.length > 0} error={found.error} queries={[found]} />
      )}
      <ShownLines
        place={place}
        live={live}
        isLive={isLive}
        searched={searched}
        state={found.isPending ? 'pending' : found.data === undefined ? 'failed' : 'found'}
        onEnd={hasNextPage && !isFull ? more : undefined}
        isLoading={isFetchingNextPage}
        isFuture={startOf(lineSearch) > at}
        topKey={topKey}
        onTop={toTop}
      />
      {isFull && (
        <Notice kind="information">
          {`The newest ${MOST_LINES.toLocaleString('en')} lines are shown. Choose a shorter time range to see older ones.`}
        </Notice>
      )}
    </>
  )
}

/** Only what shows the lines of a tail renders as they come; several batches come in a second. */
function ShownLines(props: {
  place: LogPlace
  live: LiveLines
  isLive: boolean
  searched: readonly LogLine[]
  state: 'pending' | 'failed' | 'found'
  onEnd: (() => void) | undefined
  isLoading: boolean
  /** Whether the range of time has not begun. */
  isFuture: boolean
  topKey: number
  /** Resumes the tail and shows its newest lines. */
  onTop: () => void
}): ReactNode {
  const { place, live, isLive, searched } = props
  const { values, set, href } = useFilters(logsFilters)
  const { query } = values
  const state = useLive(live)
  const words = useMemo(() => parseLogQuery(query).contains, [query])
  const lines = useMemo<LineList>(() => {
    const count = isLive ? state.count : 0
    const newest = state.first + count
    return {
      count: count + searched.length,
      at: (index) => (index < count ? state.lines[count - 1 - index] : searched[index - count]),
      keyAt: (index) => (index < count ? index - newest : index - count),
    }
  }, [searched, isLive, state])
  const open = useOpenLine(lines, readLineReference(values.line), searched)
  const filterBy = useCallback(
    (name: string, value: string, isExcluded = false) => {
      const isKnown = parseLogQuery(query).labels.some(
        (known) => known.name === name && known.value === value && known.isExcluded === isExcluded,
      )
      if (!isKnown) set({ query: `${query} ${writeLabelCondition({ name, value, isExcluded })}`.trim() })
    },
    [query, set],
  )
  const openLine = useCallback((line: LogLine) => set({ line: writeLineReference(line) }), [set])
  return (
    <>
      {state.waiting > 0 && (
        <div className="flex justify-center">
          <Button size="small" onClick={props.onTop}>
            {`${state.waiting.toLocaleString('en')} new ${state.waiting === 1 ? 'line' : 'lines'}`}
          </Button>
        </div>
      )}
      {props.state === 'pending' && lines.count === 0 && <LoadingLines />}
      {props.state === 'found' && lines.count === 0 && (
        <EmptyState
          title="There are no logs matching the search query"
          icon={<ScrollText strokeWidth={1.5} />}
          actions={
            <>
              {props.onEnd !== undefined && (
                <Button loading={props.isLoading} onClick={props.onEnd}>
                  Search older lines
                </Button>
              )}
              {query !== '' && <Button onClick={() => set({ query: '' })}>Clear search</Button>}
            </>
          }
        >
          {isLive
            ? 'New lines appear here.'
            : props.isFuture
              ? 'Choose a time range that has begun.'
              : 'Choose a longer time range, or other words.'}
        </EmptyState>
      )}
      {lines.count > 0 && (
        <LogTable
          lines={lines}
          words={words}
          openId={open?.id}
          onOpen={openLine}
          onLabel={filterBy}
          onEnd={props.onEnd}
          isLoading={props.isLoading}
          onTop={(isAtTop) => {
            if (isLive && !isAtTop) live.pause()
          }}
          topKey={props.topKey}
        />
      )}
      {open !== undefined && (
        <LineDrawer
          key={`${open.timestamp}${open.id}`}
          place={place}
          line={open}
          words={words}
          address={new URL(href({ line: writeLineReference(open), live: false }), window.location.href).href}
          onClose={() => set({ line: undefined })}
          onOpen={openLine}
          onFilter={filterBy}
        />
      )}
    </>
  )
}

function PauseButton({ live, onResume }: { live: LiveLines; onResume: () => void }): ReactNode {
  const isPaused = useSyncExternalStore(live.subscribe, () => live.state().isPaused)
  return (
    <Button onClick={() => (isPaused ? onResume() : live.pause())}>{isPaused ? 'Resume' : 'Pause'}</Button>
  )
}

/** The line that the address names: one that is listed, or one that is known only by its time. */
function useOpenLine(
  lines: LineList,
  reference: { timestamp: string; id: string } | undefined,
  searched: readonly LogLine[],
): LogLine | undefined {
  const [kept, keep] = useState<LogLine>()
  const id = reference?.id
  const timestamp = reference?.timestamp
  const listed = useMemo(() => {
    if (id === undefined) return undefined
    const isIt = (line: LogLine | undefined) => line?.id === id && line.timestamp === timestamp
    const inSearch = searched.find(isIt)
    if (inSearch !== undefined) return inSearch
    for (let index = 0; index < lines.count - searched.length; index += 1)
      if (isIt(lines.at(index))) return lines.at(index)
    return undefined
  }, [id, timestamp, lines, searched])
  if (listed !== undefined && listed !== kept) keep(listed)
  if (id === undefined || timestamp === undefined) return undefined
  if (listed !== undefined) return listed
  if (kept?.id === id) return kept
  return { id, timestamp, message: '', labels: {} }
}
