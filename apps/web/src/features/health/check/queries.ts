import {
  checkDetail,
  checkGraph,
  checkRun,
  checkStatusList,
  evaluation,
  type CheckState,
  type ScriptKind,
} from '@binnacle/contract/health'
import { type ChosenTimeRange, endsNow } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../../application/requests/api.ts'
import { parametersOf } from '../parameters.ts'
import { endsOf } from '../ends.ts'

// The first part of every key is the live topic it belongs to; of these only a change of the check loads them again.

/** One check with its spec. */
export const checkQuery = (id: string) =>
  queryOptions({
    queryKey: ['checks', 'detail', id],
    meta: { shows: [id], follows: ['canaries', 'notification_silences'] },
    queryFn: ({ signal }) => request(`/api/health/checks/${id}`, checkDetail, { signal }),
  })

/** The chart of a check. */
export const graphQuery = (id: string, range: ChosenTimeRange) =>
  queryOptions({
    queryKey: ['checks', 'graph', id, range],
    meta: { shows: [id] },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { from, to } = endsOf(range)
      const wanted = parametersOf({ check: id, count: 300, start: from, end: to })
      return request(`/api/canary/api/graph?${wanted}`, checkGraph, { signal })
    },
  })

/** Request for a page of results. */
export interface HistoryRequest {
  range: ChosenTimeRange
  /** Time of the newest wanted result, instead of the end of the range. */
  asOf: string | undefined
  status: CheckState | undefined
  /** Milliseconds */
  duration: number | undefined
  pageIndex: number
  pageSize: number
}

function loadHistory(
  id: string,
  values: Readonly<Record<string, string | number | undefined>>,
  signal: AbortSignal,
) {
  return request(`/api/health/checks/${id}/statuses?${parametersOf(values)}`, checkStatusList, { signal })
}

/** A page of the results of a check. */
export const historyQuery = (id: string, wanted: HistoryRequest) =>
  queryOptions({
    queryKey: ['checks', 'history', id, wanted],
    meta: { shows: [id] },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { range, asOf, ...rest } = wanted
      const { from, to } = endsOf(range)
      return loadHistory(id, { from, to: asOf ?? to, ...rest }, signal)
    },
  })

/** Query of the number of results newer than a list that stands still. */
export const newerResultsQuery = (id: string, wanted: HistoryRequest) =>
  queryOptions({
    queryKey: ['checks', 'newer', id, wanted],
    meta: { shows: [id] },
    enabled: wanted.asOf !== undefined && endsNow(wanted.range),
    queryFn: async ({ signal }) => {
      const { asOf, status, duration } = wanted
      const newer = { from: asOf, status, duration, pageIndex: 0, pageSize: 1 }
      return (await loadHistory(id, newer, signal)).totalEntries
    },
  })

/** Loads the result of a given time from anywhere in the history; null if missing. */
export const runQuery = (id: string, time: string) =>
  queryOptions({
    queryKey: ['checks', 'run', id, time],
    meta: { shows: [id] },
    queryFn: async ({ signal }) => {
      const before = new Date(new Date(time).getTime() - 1).toISOString()
      const { data } = await loadHistory(id, { from: before, to: time, pageIndex: 0, pageSize: 1 }, signal)
      return data[0] ?? null
    },
  })

/** Runs a check now and waits for its result. */
export function runCheckNow(id: string) {
  return request(`/api/canary/run/check/${id}`, checkRun, { method: 'POST' })
}

/** Tries a script on the last result of a check. */
export function evaluateScript(id: string, wanted: { kind: ScriptKind; script: string }) {
  return request(`/api/health/checks/${id}/evaluate`, evaluation, { method: 'POST', body: wanted })
}

/**
 * Query of the input that scripts get from the last result, by a script that never fails. It does not reload with
 * each new result.
 */
export const scriptSightQuery = (id: string) =>
  queryOptions({
    queryKey: ['scripts', id],
    queryFn: () => evaluateScript(id, { kind: 'expr', script: 'pass' }),
  })
