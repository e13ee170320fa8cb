import type { ChosenTimeRange } from '@binnacle/ui'
import { endsNow, resolveTimeRange, timeZone } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  anyContains,
  containing,
  data,
  type DataPage,
  pageOrEnd,
  rangeOf,
} from '../../application/requests/data.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.

const fields = z.nullable(z.record(z.string(), z.unknown()))

const auditEvent = z.object({
  id: z.string(),
  /** ISO 8601 */
  created_at: z.string(),
  person_id: z.nullable(z.string()),
  actor: z.string(),
  session_id: z.nullable(z.string()),
  token_id: z.nullable(z.string()),
  address: z.nullable(z.string()),
  action: z.string(),
  resource: z.string(),
  resource_id: z.nullable(z.string()),
  resource_name: z.nullable(z.string()),
  before: fields,
  after: fields,
  user_agent: z.nullable(z.string()),
  /** Number of equal events that were merged into this one. */
  occurrences: z.number(),
})

/** Something that somebody did or tried. */
export type AuditEvent = z.infer<typeof auditEvent>

const columns =
  'id,created_at,person_id,actor,session_id,token_id,address,action,resource,resource_id,resource_name,before,after,user_agent,occurrences'

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

function eventsOf(wanted: EventFilters, sortOrder: 'asc' | 'desc', count: 'exact' | undefined) {
  const now = Date.now()
  // The codec already validated a range from the address, and no other range can be invalid.
  const { from, to } = resolveTimeRange(wanted.range, now, timeZone()) ?? { from: now, to: now }
  let query = data
    .from('audit_log')
    .select(columns, count === undefined ? {} : { count })
    .gte('created_at', new Date(from).toISOString())
  if (!endsNow(wanted.range)) query = query.lt('created_at', new Date(to).toISOString())
  for (const [column, value] of [
    ['person_id', wanted.person],
    ['action', wanted.action],
    ['resource', wanted.resource],
    ['address', wanted.address],
  ] as const)
    if (value !== undefined) query = query.eq(column, value)
  if (wanted.query.trim() !== '') query = query.ilike('words', containing(wanted.query))
  const ascending = sortOrder === 'asc'
  return query.order('created_at', { ascending }).order('id', { ascending })
}

function loadEvents(wanted: EventListRequest, signal: AbortSignal): Promise<DataPage<AuditEvent>> {
  return pageOrEnd(wanted.pageIndex, async (pageIndex) => {
    const found = await eventsOf(wanted, wanted.sortOrder, 'exact')
      .range(...rangeOf(pageIndex, wanted.pageSize))
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
      const found = await data
        .from('audit_log')
        .select(columns)
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
  const found = await eventsOf(wanted, 'desc', 'exact')
    .range(0, MOST_EXPORTED - 1)
    .csv()
    .throwOnError()
  const total = found.count ?? 0
  return { csv: found.data, rows: Math.min(total, MOST_EXPORTED), total }
}
