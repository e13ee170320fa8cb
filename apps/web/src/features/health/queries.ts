import {
  canaryFile,
  checkDetail,
  checkGraph,
  checkRun,
  checkStatusList,
  type CheckState,
  type TimeRange,
} from '@binnacle/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/api.ts'
import { parametersOf } from './parameters.ts'

// The first part of every key is the live topic it belongs to: a change of the topic loads it again.

/** One check with its spec. */
export const checkQuery = (id: string) =>
  queryOptions({
    queryKey: ['checks', 'detail', id],
    queryFn: ({ signal }) => request(`/api/health/checks/${id}`, checkDetail, { signal }),
  })

/** The stretch of time that chart and history show. */
export interface Span {
  timeRange: TimeRange
  /** ISO 8601; a marked stretch in place of the range. */
  from: string | undefined
  to: string | undefined
}

/** The chart of a check. */
export const graphQuery = (id: string, { timeRange, from, to }: Span) =>
  queryOptions({
    queryKey: ['checks', 'graph', id, timeRange, from, to],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request(
        `/api/canary/api/graph?${parametersOf({ check: id, count: 300, start: from ?? timeRange, end: to })}`,
        checkGraph,
        { signal },
      ),
  })

/** What of a history is asked for. */
export interface HistoryRequest {
  status: CheckState | undefined
  /** Milliseconds */
  duration: number | undefined
  pageIndex: number
  pageSize: number
}

/** A page of the results of a check. */
export const historyQuery = (id: string, span: Span, wanted: HistoryRequest) =>
  queryOptions({
    queryKey: ['checks', 'history', id, span, wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request(`/api/health/checks/${id}/statuses?${parametersOf({ ...span, ...wanted })}`, checkStatusList, {
        signal,
      }),
  })

/** Files of checks with what is wrong in them. */
export const canaryFilesQuery = queryOptions({
  queryKey: ['canary_files'],
  queryFn: ({ signal }) => request('/api/health/files', z.array(canaryFile), { signal }),
})

/** Runs a check now and waits for its result. */
export function runCheckNow(id: string) {
  return request(`/api/canary/run/check/${id}`, checkRun, { method: 'POST' })
}
