import {
  queueChange,
  type QueueSelection,
  type QueueState,
  queuedEventDetails,
  queuedEventList,
  queueStates,
} from '@binnacle/contract/events'
import {
  choiceParameter,
  defineFilters,
  filterParameter,
  optionalParameter,
  textParameter,
} from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'
import { containing, data, type DataPage } from '../../application/requests/data.ts'
import { pageParameters } from '../../application/address/list.ts'

// The first part of every key is the live topic: a change of the queue loads it again.
const TOPIC = 'event_queue'
export const QUEUE_KEY = [TOPIC] as const

const summary = z.object({
  name: z.string(),
  pending: z.number(),
  failed: z.number(),
  average_attempts: z.number(),
  first_failure: z.nullable(z.string()),
  last_failure: z.nullable(z.string()),
  most_common_error: z.nullable(z.string()),
})
/** What waits and what failed of one name. */
export type QueueSummary = z.infer<typeof summary>

export const summarySortColumns = [
  'last_failure',
  'name',
  'pending',
  'failed',
  'average_attempts',
  'first_failure',
] as const

/** What the address says of the list by name; the latest failure comes first. */
export const summaryFilters = defineFilters({
  query: textParameter(),
  sortBy: choiceParameter(summarySortColumns, 'last_failure'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'desc'),
})

/** Which names are asked for. */
export interface SummaryRequest {
  query: string
  sortBy: (typeof summarySortColumns)[number]
  sortOrder: 'asc' | 'desc'
}

async function loadSummary(
  { query: text, sortBy, sortOrder }: SummaryRequest,
  signal: AbortSignal,
): Promise<DataPage<QueueSummary>> {
  let query = data.from('event_queue_summary').select('*')
  if (text.trim() !== '') query = query.ilike('name', containing(text))
  const found = await query
    .order(sortBy, { ascending: sortOrder === 'asc', nullsFirst: false })
    .order('name')
    .abortSignal(signal)
    .throwOnError()
  const rows = z.array(summary).parse(found.data)
  return { rows, total: rows.length }
}

export const summaryQuery = (wanted: SummaryRequest) =>
  queryOptions({
    queryKey: [TOPIC, 'summary', wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => loadSummary(wanted, signal),
  })

export const eventSortColumns = ['created_at'] as const

/** What the address says of the list of events. */
export const eventFilters = defineFilters({
  query: textParameter(),
  sortBy: choiceParameter(eventSortColumns, 'created_at'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['desc', 'asc'], 'desc'),
  state: filterParameter<QueueState>(queueStates),
  event: optionalParameter(),
  ...pageParameters(),
})

/** Which events of one name are asked for. */
export interface EventRequest {
  name: string
  query: string
  state: QueueState | undefined
  sortOrder: 'asc' | 'desc'
  pageIndex: number
  pageSize: number
}

export const eventsQuery = (wanted: EventRequest) =>
  queryOptions({
    queryKey: [TOPIC, 'events', wanted],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const { state, sortOrder, pageIndex, pageSize, ...chosen } = wanted
      const search = new URLSearchParams({
        ...chosen,
        ...(state === undefined ? {} : { state }),
        order: `created_at.${sortOrder}`,
        pageIndex: String(pageIndex),
        pageSize: String(pageSize),
      })
      const { events, ...counts } = await request(`/api/event_queue?${search}`, queuedEventList, { signal })
      return { rows: events, ...counts }
    },
  })

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, 'event', id],
    queryFn: ({ signal }) =>
      request(`/api/event_queue/${encodeURIComponent(id)}`, queuedEventDetails, { signal }),
  })

/** Starts failed events again. @returns how many */
export function retryEvents(selection: QueueSelection): Promise<{ events: number }> {
  return request('/api/event_queue/retry', queueChange, { method: 'POST', body: selection })
}

/** Removes events from the queue. @returns how many */
export function discardEvents(selection: QueueSelection & { reason: string }): Promise<{ events: number }> {
  return request('/api/event_queue/discard', queueChange, { method: 'POST', body: selection })
}
