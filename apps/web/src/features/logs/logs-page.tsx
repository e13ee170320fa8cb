import { type LogLine, parseLogQuery, writeLabelCondition } from '@binnacle/contract/logs'
import {
  absoluteRange,
  Button,
  EmptyState,
  IconButton,
  Notice,
  PageHeader,
  SearchField,
  Skeleton,
  systemClock,
  TextLink,
  TimeRangePicker,
} from '@binnacle/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Pause, Play, RefreshCw, ScrollText } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { useSession } from '../../application/session/session.ts'
import { DownloadMenu } from './download-menu.tsx'
import { logsFilters, readLineReference, readRange, writeLineReference, writeRange } from './filters.ts'
import { Histogram } from './histogram.tsx'
import { LineDrawer } from './line-drawer.tsx'
import { createLiveLines } from './live-lines.ts'
import { type LineList, LogTable } from './log-table.tsx'
import { NEW_BACKEND_PATH } from './paths.ts'
import { PlaceControls } from './place-controls.tsx'
import { linesQuery, type LogPlace, placesQuery, type Wanted } from './queries.ts'
import { useTail } from './use-tail.ts'

/** Milliseconds after the last keystroke before a query is used. Source: LOG-003. */
const QUERY_DELAY = 500
/** Lines of a search that are kept. */
const MOST_LINES = 100_000

const none: readonly never[] = []

/** The logs of one component, or of a log backend. */
export function LogsPage(): ReactNode {
  const { values, set } = useFilters(logsFilters)
  const { topologyId, backend, query } = values
  const [search, setSearch] = useState('')
  const places = useQuery(placesQuery(search, topologyId))
  const component = places.data?.component ?? undefined
  const selectors: readonly string[] = component?.selectors ?? none
  const named = values.logsSelector
  // The first selector is chosen where the address names none that the component has.
  const selector = named !== undefined && selectors.includes(named) ? named : selectors[0]
  const place = useMemo<LogPlace | undefined>(() => {
    if (topologyId !== undefined)
      return selector === undefined ? undefined : { id: topologyId, name: selector }
    return backend === undefined ? undefined : { backend }
  }, [topologyId, selector, backend])
  const backendName = places.data?.backends.find(({ id }) => id === backend)?.name
  const name = component?.name ?? (topologyId === undefined ? backendName : undefined)
  const title = name === undefined ? 'Logs' : `Logs - ${name}`

  return (
    <div className="flex h-full min-h-[36rem] flex-col gap-3 p-3 sm:p-4 lg:p-5">
      <title>{`${title} · Binnacle`}</title>
      <PageHeader title={title} />
      <div className="flex flex-wrap items-end gap-2">
        <PlaceControls
          places={places.data}
          searching={places.isFetching}
          onSearch={setSearch}
          component={topologyId}
          selector={selector}
          backend={backend}
          onComponent={(id) =>
            set({ topologyId: id, logsSelector: undefined, backend: undefined, line: undefined })
          }
          onSelector={(chosen) => set({ logsSelector: chosen, line: undefined })}
          onBackend={(id) => set({ backend: id, line: undefined })}
        />
        <SearchField
          label="Search logs"
          placeholder="Search: words, -without, level=error"
          delay={QUERY_DELAY}
          value={query}
          onSearch={(text) => set({ query: text })}
          className="min-w-40 flex-1 basis-56"
        />
      </div>
      {places.error !== null && <LoadFailure compact error={places.error} asked={[places]} />}
      {place !== undefined ? (
        <Lines key={JSON.stringify(place)} place={place} />
      ) : topologyId !== undefined && places.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : topologyId !== undefined && places.data !== undefined ? (
        <EmptyState title="This component has no logs" icon={<ScrollText strokeWidth={1.5} />}>
          It does not exist any more, or it names no logs. Choose another component.
        </EmptyState>
      ) : (
        <Nowhere />
      )}
    </div>
  )
}

/** Nothing is chosen yet. Source: LOG-010. */
function Nowhere(): ReactNode {
  const mayAdd = useSession().may('write', 'logging_backends')
  return (
    <EmptyState title="Please select a component to view the logs" icon={<ScrollText strokeWidth={1.5} />}>
      Or choose a log backend to see everything that it has.
      {mayAdd && (
        <>
          {' '}
          <TextLink href={NEW_BACKEND_PATH}>Add a log backend</TextLink> for files, the journal, Loki and
          others.
        </>
      )}
    </EmptyState>
  )
}

/** The lines of a place: what was found, and what is written while somebody looks. */
function Lines({ place }: { place: LogPlace }): ReactNode {
  const { values, set, href } = useFilters(logsFilters)
  const { query, start, end, live: isLive } = values
  const range = useMemo(() => readRange({ start, end }), [start, end])
  const [at, setAt] = useState(() => systemClock.now())
  const [topKey, setTopKey] = useState(0)
  const wanted = useMemo<Wanted>(() => ({ place, query, range, at }), [place, query, range, at])
  const words = useMemo(() => parseLogQuery(query).contains, [query])
  const [live] = useState(createLiveLines)
  const tail = useTail(isLive ? place : undefined, query, live)
  const state = useSyncExternalStore(live.subscribe, live.state)
  const found = useInfiniteQuery(linesQuery(wanted))
  const pages = found.data?.pages
  const searched = useMemo(() => pages?.flatMap(({ results }) => results) ?? none, [pages])
  const lines = useMemo<LineList>(() => {
    const count = isLive ? state.count : 0
    return {
      count: count + searched.length,
      at: (index) => (index < count ? state.lines[count - 1 - index] : searched[index - count]),
    }
  }, [searched, isLive, state])
  const notes = [...new Set(pages?.flatMap((page) => page.notes) ?? none)]
  const reference = readLineReference(values.line)
  const open = useOpenLine(lines, reference, searched)
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = found
  const isFull = searched.length >= MOST_LINES
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])

  const refresh = () => {
    live.clear()
    setAt(systemClock.now())
    setTopKey(topKey + 1)
  }
  const filterBy = (label: string, value: string, isExcluded = false) =>
    set({ query: `${query} ${writeLabelCondition({ name: label, value, isExcluded })}`.trim() })
  const toTop = () => {
    live.resume()
    setTopKey(topKey + 1)
  }

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
        {isLive && (
          <Button onClick={() => (state.isPaused ? toTop() : live.pause())}>
            {state.isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <p role="status" className="min-w-0 flex-1 text-small text-secondary">
          {statusText({ isLive, isOpen: tail.isOpen, shown: lines.count, dropped: state.dropped })}
        </p>
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
        <DownloadMenu wanted={wanted} />
      </div>
      <Histogram
        wanted={wanted}
        onRange={(stretch) => {
          setAt(systemClock.now())
          set(writeRange(absoluteRange(stretch)))
        }}
      />
      {notes.map((note) => (
        <Notice key={note} kind="warning">
          {note}
        </Notice>
      ))}
      {tail.problem !== undefined && <Notice kind="warning">{tail.problem}</Notice>}
      {state.waiting > 0 && (
        <div className="flex justify-center">
          <Button size="small" onClick={toTop}>
            {`${state.waiting.toLocaleString('en')} new ${state.waiting === 1 ? 'line' : 'lines'}`}
          </Button>
        </div>
      )}
      {found.error !== null && searched.length === 0 && <LoadFailure error={found.error} asked={[found]} />}
      {found.error !== null && searched.length > 0 && (
        <LoadFailure compact error={found.error} asked={[found]} />
      )}
      {found.isPending && lines.count === 0 && <Skeleton className="min-h-64 w-full flex-1" />}
      {found.data !== undefined && lines.count === 0 && (
        <EmptyState
          title="There are no logs matching the search query"
          icon={<ScrollText strokeWidth={1.5} />}
          actions={query !== '' && <Button onClick={() => set({ query: '' })}>Clear search</Button>}
        >
          {isLive ? 'New lines appear here.' : 'Choose a longer range of time, or other words.'}
        </EmptyState>
      )}
      {lines.count > 0 && (
        <LogTable
          lines={lines}
          words={words}
          openId={open?.id}
          onOpen={(line) => set({ line: writeLineReference(line) })}
          onLabel={filterBy}
          onEnd={hasNextPage && !isFull ? more : undefined}
          isLoading={isFetchingNextPage}
          onTop={(isAtTop) => {
            if (!isLive) return
            if (!isAtTop) live.pause()
          }}
          topKey={topKey}
        />
      )}
      {isFull && (
        <Notice kind="information">
          {`The newest ${MOST_LINES.toLocaleString('en')} lines are shown. Choose a shorter range of time to see older ones.`}
        </Notice>
      )}
      {open !== undefined && (
        <LineDrawer
          key={`${open.timestamp}${open.id}`}
          place={place}
          line={open}
          words={words}
          address={new URL(href({ line: writeLineReference(open), live: false }), window.location.href).href}
          onClose={() => set({ line: undefined })}
          onOpen={(line) => set({ line: writeLineReference(line) })}
          onFilter={filterBy}
        />
      )}
    </>
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

function statusText(state: { isLive: boolean; isOpen: boolean; shown: number; dropped: number }): string {
  const lines = `${state.shown.toLocaleString('en')} ${state.shown === 1 ? 'line' : 'lines'}`
  if (!state.isLive) return lines
  const lost = state.dropped > 0 ? ` · ${state.dropped.toLocaleString('en')} older ones let go` : ''
  return `${state.isOpen ? 'Live' : 'Connecting'} · ${lines}${lost}`
}
