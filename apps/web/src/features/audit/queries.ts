import type { ChosenTimeRange } from '@binnacle/ui'
import { endsNow, resolveTimeRange, timeZone } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { filtered, selectText, viewFields } from '../../application/columns/view-list.ts'
import { searched, searchedPage } from '../../application/query/searched-page.ts'
import { type ListRequest, tableSearch } from '../../application/query/table-search.ts'
import { anyContains, data, type DataPage, tables } from '../../application/requests/data.ts'
import { WHOLE } from '../../application/resource/kind-fields.ts'
import { type AuditEvent, auditEvent, eventList } from './event-list.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.

const columns = selectText(eventList.columns)

/** Filters of events. */
export interface EventFilters {
  range: ChosenTimeRange
  query: string
  person: string | undefined
  action: string | undefined
  resource: string | undefined
  address: string | undefined
}

/** Which page of them. */
export interface EventListRequest extends EventFilters {
  sortOrder: 'asc' | 'desc'
  pageIndex: number
  pageSize: number
}

/** Rows of an export at most: the server gives no more at once. */
const MOST_EXPORTED = 10_000

/** The query language of the log. The range of time bounds the search for a program; an index answers the other fields. */
export const eventSearch = tableSearch({
  table: eventList.view,
  words: ['words'],
  fields: viewFields(eventList, {
    action: {
      lower: true,
      offers: { table: 'audit_log_values', column: 'value', only: ['field', 'action'] },
    },
    resource: {
      lower: true,
      offers: { table: 'audit_log_values', column: 'value', only: ['field', 'resource'] },
    },
    resource_name: { offers: false },
    actor_key: { lower: true, offers: { table: 'people', column: 'email' } },
    address: { offers: false },
    user_agent: { offers: false },
    occurrences: { largest: WHOLE },
    created_at: { full: true },
  }),
})

function eventsOf(
  wanted: EventFilters,
  listRequest: ListRequest,
  sortOrder: 'asc' | 'desc',
  count: 'exact' | undefined,
) {
  const now = Date.now()
  // The codec already validated a range from the address, and no other range can be invalid.
  const { from, to } = resolveTimeRange(wanted.range, now, timeZone()) ?? { from: now, to: now }
  const { person, action, resource, address } = wanted
  let query = filtered(
    tables.from(eventList.view).select<string, unknown>(columns, count === undefined ? {} : { count }),
    eventList.columns,
    { person, action, resource, address },
  ).gte('created_at', new Date(from).toISOString())
  if (!endsNow(wanted.range)) query = query.lt('created_at', new Date(to).toISOString())
  const ascending = sortOrder === 'asc'
  return searched(query, listRequest, (all) => all.order('created_at', { ascending })).order('id', {
    ascending,
  })
}

async function loadEvents(wanted: EventListRequest, signal: AbortSignal): Promise<DataPage<AuditEvent>> {
  const listRequest = await eventSearch.ask(wanted.query, signal)
  return searchedPage(wanted, listRequest, async (range) => {
    const found = await eventsOf(wanted, listRequest, wanted.sortOrder, 'exact')
      .range(...range)
      .abortSignal(signal)
      .throwOnError()
    return { rows: z.array(auditEvent).parse(found.data), total: found.count ?? 0 }
  })
}

/** A page of events. */
export const eventListQuery = (wanted: EventListRequest) =>
  queryOptions({
    queryKey: ['audit_log', 'list', wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => loadEvents(wanted, signal),
  })

/** Query of one event; null if no event has this id. */
export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit_log', 'event', id],
    // Events never change.
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const found = await tables
        .from(eventList.view)
        .select<string, unknown>(columns)
        .eq('id', id)
        .abortSignal(signal)
        .throwOnError()
      const [event] = z.array(auditEvent).parse(found.data)
      return event ?? null
    },
  })

const values = z.array(z.object({ field: z.string(), value: z.string() }))

/** Which actions and resources there are. */
export const eventValuesQuery = queryOptions({
  queryKey: ['audit_log', 'values'],
  queryFn: async ({ signal }) => {
    const found = await data
      .from('audit_log_values')
      .select('field,value')
      .order('value')
      .abortSignal(signal)
      .throwOnError()
    const known = values.parse(found.data)
    const of = (field: string) => known.filter((one) => one.field === field).map(({ value }) => value)
    return { actions: of('action'), resources: of('resource') }
  },
})

const people = z.array(z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()) }))
/** A person with events. */
export type EventPerson = z.infer<typeof people>[number]
const OFFERED = 20

/** Query of people, also removed ones, whose name or email contains a text. */
export const eventPeopleQuery = (text: string) =>
  queryOptions({
    queryKey: ['people', 'audit', text],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      let query = data.from('people').select('id,name,email')
      if (text.trim() !== '') query = query.or(anyContains(['name', 'email'], text))
      const found = await query.order('name').limit(OFFERED).abortSignal(signal).throwOnError()
      return people.parse(found.data)
    },
  })

/** Query of one person; null if nobody has this id. */
export const eventPersonQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'audit', 'one', id],
    queryFn: async ({ signal }) => {
      const found = await data
        .from('people')
        .select('id,name,email')
        .eq('id', id)
        .abortSignal(signal)
        .throwOnError()
      return people.parse(found.data)[0] ?? null
    },
  })

/** Loads events as CSV, the newest first. @returns at most 10,000 of them, and how many there are */
export async function loadCsv(wanted: EventFilters): Promise<{ csv: string; rows: number; total: number }> {
  const listRequest = await eventSearch.ask(wanted.query, new AbortController().signal)
  const most = Math.min(MOST_EXPORTED, listRequest.limit ?? MOST_EXPORTED)
  const found = await eventsOf(wanted, listRequest, 'desc', 'exact')
    .range(0, most - 1)
    .csv()
    .throwOnError()
  const total = Math.min(found.count ?? 0, listRequest.limit ?? Infinity)
  return { csv: found.data, rows: Math.min(total, MOST_EXPORTED), total }
}
