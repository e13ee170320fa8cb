import {
  queueChange,
  type QueueSelection,
  type QueueState,
  queuedEventDetails,
  queuedEventFields,
  queuedEventList,
  queueStates,
} from '@binnacle/contract/events'
import { defineFilters, filterParameter, optionalParameter } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fieldSearch } from '../../application/query/field-search.ts'
import { queryText } from '../../application/query/list-search.ts'
import { request } from '../../application/requests/api.ts'
import { listParameters, type PageRequest, pageParameters } from '../../application/address/list.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'event_queue'
export const QUEUE_KEY = [TOPIC] as const

/** The query language of the list of events. */
export const eventSearch = fieldSearch(queuedEventFields)

export const eventSortColumns = ['created_at'] as const

/** What the address says of the list of events. */
export const eventFilters = defineFilters({
  ...listParameters(eventSortColumns, 'desc'),
  ...pageParameters(),
  state: filterParameter<QueueState>(queueStates),
  event: optionalParameter(),
})

/** The query of the address. */
export const textOf = (query: string) => queryText(query, eventSearch.problemOf)

/** Which events of one name are asked for. */
export interface EventRequest extends PageRequest {
  name: string
  state: QueueState | undefined
}

export const eventsQuery = (wanted: EventRequest) =>
  queryOptions({
    queryKey: [TOPIC, 'events', wanted],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const { state, sortOrder, pageIndex, pageSize, ...chosen } = wanted
      const search = new URLSearchParams({
        ...chosen,
        query: textOf(chosen.query),
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
