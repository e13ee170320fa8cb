import { checkTrial, editableCanary, specJudgement, UI_SOURCE } from '@binnacle/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/api.ts'
import { anyContains, data, type DataPage, pageOrEnd, rangeOf } from '../../application/data.ts'
import type { ListRequest } from '../../application/list.ts'
import type { CanarySortColumn, CanarySource } from './filters.ts'

// The first part of every key is the live topic it belongs to: a change of the topic loads it again.

const listedCanary = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  source: z.nullable(z.string()),
  schedule: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  last_runtime: z.nullable(z.string()),
  check_types: z.array(z.string()),
  healthy: z.number(),
  unhealthy: z.number(),
  unknown: z.number(),
})
/** A health check as the list shows it. */
export type ListedCanary = z.infer<typeof listedCanary>

/** What is asked of the list. */
export interface CanaryListRequest extends ListRequest<CanarySortColumn> {
  source: CanarySource | undefined
}

const columns =
  'id,name,namespace,source,schedule,created_at,updated_at,last_runtime,check_types,healthy,unhealthy,unknown'

/** Loads a page of health checks. */
export function loadCanaries(
  wanted: CanaryListRequest,
  signal: AbortSignal,
): Promise<DataPage<ListedCanary>> {
  return pageOrEnd(wanted.pageIndex, async (pageIndex) => {
    let query = data.from('canaries_with_status').select(columns, { count: 'exact' })
    if (wanted.query.trim() !== '')
      query = query.or(anyContains(['name', 'namespace', 'source'], wanted.query))
    if (wanted.source === 'file') query = query.like('source', 'file:*')
    else if (wanted.source === UI_SOURCE) query = query.or(`source.is.null,source.eq.${UI_SOURCE}`)
    else if (wanted.source !== undefined) query = query.eq('source', wanted.source)
    const found = await query
      .order(wanted.sortBy, { ascending: wanted.sortOrder === 'asc', nullsFirst: false })
      .order('id')
      .range(...rangeOf(pageIndex, wanted.pageSize))
      .abortSignal(signal)
      .throwOnError()
    return { rows: z.array(listedCanary).parse(found.data), total: found.count ?? 0 }
  })
}

/** A page of health checks. Its topic is that of checks, whose results change its counts; every change of a canary changes its checks too. */
export const canaryListQuery = (wanted: CanaryListRequest) =>
  queryOptions({
    queryKey: ['checks', 'canaries', wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => loadCanaries(wanted, signal),
  })

/** One health check for its editor. */
export const canaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['canaries', 'detail', id],
    queryFn: ({ signal }) => request(`/api/health/canaries/${id}`, editableCanary, { signal }),
  })

const jsonObject = z.record(z.string(), z.unknown())

/** The schema of a spec: what forms, completion and explanations are made from. */
export const specSchemaQuery = queryOptions({
  queryKey: ['canary-schema'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => request('/api/schemas/canary.spec.schema.json', jsonObject, { signal }),
})

/** Finds what is wrong with a spec, without saving it. */
export function validateSpec(id: string | undefined, text: string, signal: AbortSignal) {
  return request('/api/health/canaries/validate', specJudgement, {
    method: 'POST',
    body: { id, text },
    signal,
  })
}

/** What is saved of a health check. */
export interface CanaryValues {
  name: string
  namespace: string
  labels: Record<string, string>
  annotations: Record<string, string>
  text: string
}

/** Makes a health check. */
export function createCanary(values: CanaryValues) {
  return request('/api/health/canaries', editableCanary, { method: 'POST', body: values })
}

/** Changes a health check, unless it is another version than the one that was opened. */
export function updateCanary(id: string, revision: string, values: CanaryValues) {
  return request(`/api/health/canaries/${id}`, editableCanary, {
    method: 'PUT',
    body: { ...values, revision },
  })
}

/** Takes a health check out of use. */
export async function deleteCanary(id: string): Promise<void> {
  await request(`/api/health/canaries/${id}`, z.object({ id: z.string() }), { method: 'DELETE' })
}

/** Runs the checks of a spec once, without storing anything. */
export function tryChecks(
  wanted: { id: string | undefined; name: string; namespace: string; spec: Record<string, unknown> },
  signal: AbortSignal,
) {
  return request('/api/health/canaries/try', checkTrial, { method: 'POST', body: wanted, signal })
}
