import { job, startedJob } from '@binnacle/contract/jobs'
import {
  ALL,
  type ChosenTimeRange,
  endsNow,
  resolveTimeRange,
  timeZone,
  type TriStateFilter,
} from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { filtered, selectText, viewFields } from '../../../application/columns/view-list.ts'
import { request } from '../../../application/requests/api.ts'
import { orderOf, searched, searchedPage } from '../../../application/query/searched-page.ts'
import { type ListRequest, tableSearch } from '../../../application/query/table-search.ts'
import { data, type DataPage, firstRowOf, tables } from '../../../application/requests/data.ts'
import { WHOLE } from '../../../application/resource/kind-fields.ts'
import type { RunValues } from './filters.ts'
import { type JobRun, jobRun, runList } from './run.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.

/** The resource whose runs are listed. */
export interface JobResource {
  resourceType: string
  resourceId: string
}

/** Request for a page of runs. */
export interface RunListRequest extends Pick<
  RunValues,
  'query' | 'sortBy' | 'sortOrder' | 'pageIndex' | 'pageSize' | 'resourceType' | 'duration'
> {
  /** Undefined for no limit in time. */
  range: ChosenTimeRange | undefined
  name: TriStateFilter
  status: TriStateFilter
  resource: JobResource | undefined
}

/** What the history has in a column, each value once. */
const valuesIn = (table: string) => ({ table, text: 'name', value: 'name' }) as const
const names = valuesIn('job_history_names')
const types = valuesIn('job_history_types')
const hosts = valuesIn('job_history_hosts')

/**
 * The query language of the list of runs. An index answers each field. What a job, a type, a machine or an agent is called is
 * looked up first.
 */
export const runSearch = tableSearch({
  table: runList.view,
  words: ['name', 'resource_name'],
  lookups: {
    name: names,
    resource_type: types,
    hostname: hosts,
    'agent->>name': { table: 'agents', text: 'name', value: 'id', column: 'agent_id' },
  },
  fields: viewFields(runList, {
    name: { offers: { table: names.table, column: names.text } },
    status: { stored: (value) => value.toUpperCase() },
    resource_name: { offers: false },
    resource_type: { offers: { table: types.table, column: types.text } },
    duration_millis: { largest: WHOLE },
    error_count: { largest: WHOLE },
    agent: { column: 'agent->>name', offers: { table: 'agents', column: 'name' } },
    hostname: { offers: { table: hosts.table, column: hosts.text } },
    created_at: { full: true },
  }),
})

const columns = selectText(runList.columns)

function runsOf(wanted: RunListRequest, listRequest: ListRequest) {
  const { name, status, resourceType, resource } = wanted
  let query = filtered(
    tables.from(runList.view).select<string, unknown>(columns, { count: 'exact' }),
    runList.columns,
    { name, status, resourceType: resourceType === ALL ? undefined : resourceType },
  )
  if (resource !== undefined)
    query = query.eq('resource_type', resource.resourceType).eq('resource_id', resource.resourceId)
  if (wanted.duration !== ALL) query = query.gte('duration_millis', Number(wanted.duration))
  if (wanted.range !== undefined) {
    const now = Date.now()
    // The codec already validated a range from the address, and no other range can be invalid.
    const { from, to } = resolveTimeRange(wanted.range, now, timeZone()) ?? { from: now, to: now }
    query = query.gte('created_at', new Date(from).toISOString())
    if (!endsNow(wanted.range)) query = query.lt('created_at', new Date(to).toISOString())
  }
  const ascending = wanted.sortOrder === 'asc'
  return searched(query, listRequest, (all) =>
    all.order(wanted.sortBy, orderOf({ ascending, full: wanted.sortBy === 'created_at' })),
  ).order('id', { ascending })
}

/** Query of a page of runs. */
export const runListQuery = (wanted: RunListRequest) =>
  queryOptions({
    // TanStack Query treats all maps as equal, so convert them to lists.
    queryKey: ['job_history', 'list', { ...wanted, name: [...wanted.name], status: [...wanted.status] }],
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<DataPage<JobRun>> {
      const listRequest = await runSearch.ask(wanted.query, signal)
      return searchedPage(wanted, listRequest, async (range) => {
        const found = await runsOf(wanted, listRequest)
          .range(...range)
          .abortSignal(signal)
          .throwOnError()
        return { rows: z.array(jobRun).parse(found.data), total: found.count ?? 0 }
      })
    },
  })

/** Selects one run by its id, or the newest run of a queue entry. */
export type RunKey = { id: string } | { queueId: string }

/** Query of one run; null if it does not exist. */
export const runQuery = (key: RunKey) =>
  queryOptions({
    queryKey: ['job_history', 'run', key],
    ...('id' in key && { meta: { shows: [key.id] } }),
    queryFn: ({ signal }) => {
      const all = tables.from(runList.view).select<string, unknown>(columns)
      const one = 'id' in key ? all.eq('id', key.id) : all.eq('queue_id', Number(key.queueId))
      return firstRowOf(one.order('created_at', { ascending: false }).limit(1), jobRun, signal)
    },
  })

/** Query of the names of all jobs that have run. */
export const jobNamesQuery = queryOptions({
  queryKey: ['job_history', 'names'],
  queryFn: async ({ signal }) => {
    const found = await data
      .from('job_history_names')
      .select('name')
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return z
      .array(z.object({ name: z.string() }))
      .parse(found.data)
      .map(({ name }) => name)
  },
})

const logLine = z.object({
  number: z.number(),
  created_at: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  message: z.string(),
})
/** A line of a run's log. A long log lacks lines in the middle. */
export type LogLine = z.infer<typeof logLine>

/** How many lines the server keeps at the start and at the end of a log. */
const [FIRST_LINES, LAST_LINES] = [100, 900]

/** Appends lines and drops those that the server no longer keeps. */
export function withLines(lines: readonly LogLine[], more: readonly LogLine[]): readonly LogLine[] {
  const all = [...lines, ...more]
  const last = all.at(-1)?.number ?? 0
  return all.filter(({ number }) => number <= FIRST_LINES || number > last - LAST_LINES)
}

/** Query of the log of a run. A reload requests only new lines. */
export const runLogQuery = (runId: string) => {
  const queryKey = ['job_logs', runId]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<readonly LogLine[]> => {
      const known = client.getQueryData<readonly LogLine[]>(queryKey) ?? []
      const found = await data
        .from('job_logs')
        .select('number,created_at,level,message')
        .eq('run_id', runId)
        .gt('number', known.at(-1)?.number ?? 0)
        .order('number')
        .abortSignal(signal)
        .throwOnError()
      const more = z.array(logLine).parse(found.data)
      return more.length === 0 ? known : withLines(known, more)
    },
  })
}

/**
 * Query of every job in the history. It belongs to the topic of the runs, because each run changes the next start of
 * its job.
 */
export const jobsQuery = queryOptions({
  queryKey: ['job_history', 'jobs'],
  queryFn: ({ signal }) => request('/api/jobs', z.array(job), { signal }),
})

/** Starts a job. @returns the id of its queue entry */
export function startJob(name: string) {
  return request(`/api/jobs/${encodeURIComponent(name)}/run`, startedJob, { method: 'POST' })
}
