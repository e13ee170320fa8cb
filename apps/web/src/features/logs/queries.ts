import {
  logContext,
  type LogContextSearch,
  logHistogram,
  logPlaces,
  logResults,
} from '@binnacle/contract/logs'
import { type ChosenTimeRange, resolveTimeRange, timeZone } from '@binnacle/ui'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request, sendRequest } from '../../application/requests/api.ts'

/** Where lines are: a log selector of a component, or a log backend. */
export type LogPlace = { id: string; name?: string } | { backend: string }

/** Lines that one request asks for. */
const PAGE_LINES = 1_000
/** Parts of the histogram. */
const PARTS = 60

/** Which lines a search requests. */
export interface LineSearch {
  place: LogPlace
  query: string
  range: ChosenTimeRange
  /** When the range was resolved, in milliseconds since 1970: all pages of a search have the same ends. */
  at: number
}

/** The ends of a range as the server reads them. */
function endsOf({ range, at }: Pick<LineSearch, 'range' | 'at'>): { start: string; end: string } {
  const { from, to } = resolveTimeRange(range, at, timeZone()) ?? { from: at, to: at }
  return { start: new Date(from).toISOString(), end: new Date(to).toISOString() }
}

/** When the wanted range begins, in milliseconds since 1970. */
export const startOf = (search: LineSearch): number => Date.parse(endsOf(search).start)

const bodyOf = (search: LineSearch) => ({ ...search.place, query: search.query, ...endsOf(search) })

// The first part of each query key is its live topic: a change of the topic reloads the query. Lines have none: they are
// loaded again when the person asks for it.

/** Components with logs, log backends, and the log selectors of a component. */
export function placesQuery(search: string, id: string | undefined) {
  const parameters = new URLSearchParams({
    ...(search === '' ? {} : { search }),
    ...(id === undefined ? {} : { id }),
  })
  return queryOptions({
    queryKey: ['logging_backends', 'places', search, id],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request(`/api/logs/places${parameters.size === 0 ? '' : `?${parameters}`}`, logPlaces, { signal }),
  })
}

/** Lines, the newest first, page by page. */
export function linesQuery(search: LineSearch) {
  return infiniteQueryOptions({
    queryKey: ['log-lines', search],
    initialPageParam: '',
    // Comparing 100,000 lines with those before takes longer than rendering them.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
    queryFn: ({ pageParam, signal }) =>
      request('/api/logs', logResults, {
        method: 'POST',
        signal,
        body: {
          ...bodyOf(search),
          limit: PAGE_LINES,
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
      }),
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  })
}

/** Counts of lines over time. */
export function histogramQuery(search: LineSearch) {
  return queryOptions({
    queryKey: ['log-histogram', search],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request('/api/logs/histogram', logHistogram, {
        method: 'POST',
        signal,
        body: { ...bodyOf(search), parts: PARTS },
      }),
  })
}

/** Lines around a line. */
export function contextQuery(place: LogPlace, line: LogContextSearch['line'], each: number) {
  return queryOptions({
    queryKey: ['log-context', place, line.id, line.timestamp, each],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request('/api/logs/context', logContext, {
        method: 'POST',
        signal,
        body: { ...place, line, before: each, after: each },
      }),
  })
}

/** Reads the wanted lines as a file. @returns its name and content */
export async function downloadLines(
  search: LineSearch,
  format: 'text' | 'json',
): Promise<{ name: string; content: Blob }> {
  const response = await sendRequest(
    '/api/logs/download',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...bodyOf(search), format }),
    },
    undefined,
  )
  const name = /filename="([^"]+)"/u.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name ?? `logs.${format === 'json' ? 'jsonl' : 'log'}`, content: await response.blob() }
}

/** Address of the stream of new lines. */
export function tailPath(place: LogPlace, query: string): string {
  return `/api/logs/tail?${new URLSearchParams({ ...place, ...(query === '' ? {} : { query }) })}`
}
