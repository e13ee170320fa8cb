import { sendHistoryDetails, sendHistoryRow, type SendHistoryRow } from '@binnacle/contract/notifications'
import { isUuid } from '@binnacle/contract/core'
import { type ChosenTimeRange, endsNow, resolveTimeRange, timeZone, toRequestItems } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import {
  anyContains,
  anyOf,
  containing,
  data,
  type DataPage,
  pageOrEnd,
  rangeOf,
} from '../../../application/requests/data.ts'
import { LOOKUP_FRESH } from '../../../application/requests/queries.ts'
import { type HistoryValues, readRecipient } from './filters.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'notification_history'
export const HISTORY_KEY = [TOPIC] as const

/** Request for a page of the send history. */
export interface HistoryRequest extends Pick<
  HistoryValues,
  | 'query'
  | 'sortOrder'
  | 'pageIndex'
  | 'pageSize'
  | 'status'
  | 'resourceType'
  | 'rule'
  | 'resource'
  | 'recipient'
> {
  /** Undefined for no limit in time. */
  range: ChosenTimeRange | undefined
}

const listColumns =
  'id,created_at,first_observed,count,status,source_event,tells,resource_type,resource,recipient_name,service_title,notification_id'

/** An id that no row has, for filters that are not ids. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Most names that a search names one by one, and most characters of them in its address. */
const MOST_NAMES = 100
const MOST_CHARACTERS = 5_000
/** What quotes and a comma become in an address. */
const AROUND_A_NAME = '%22%22%2C'.length

/**
 * The condition of rows whose resource or recipient has a text in its name. A few names are named one by one, which finds
 * their rows at once, however rare they are. Many have so many rows that the newest are soon found by looking at each.
 */
async function nameCondition(text: string, signal: AbortSignal): Promise<string> {
  const columns = ['resource_name', 'recipient_name']
  const found = await data
    .from('notification_names')
    .select('name')
    .ilike('name', containing(text))
    .limit(MOST_NAMES + 1)
    .abortSignal(signal)
    .throwOnError()
  const names = z.array(z.object({ name: z.string() })).parse(found.data)
  const characters = names.reduce((sum, { name }) => sum + encodeURIComponent(name).length + AROUND_A_NAME, 0)
  if (names.length > MOST_NAMES || characters > MOST_CHARACTERS) return anyContains(columns, text)
  return anyOf(
    columns,
    names.map(({ name }) => name),
  )
}

async function rowsOf(wanted: HistoryRequest, signal: AbortSignal) {
  // A history of millions is not counted to its end: the number of pages is an estimate then.
  let query = data.from('notification_send_history_summary').select(listColumns, { count: 'estimated' })
  for (const [column, filter] of [
    ['status', wanted.status],
    ['resource_type', wanted.resourceType],
  ] as const) {
    const chosen = (state: 1 | -1) => [...filter].flatMap(([value, own]) => (own === state ? [value] : []))
    if (chosen(1).length > 0) query = query.in(column, chosen(1))
    if (chosen(-1).length > 0) query = query.notIn(column, chosen(-1))
  }
  if (wanted.rule !== undefined)
    query = query.eq('notification_id', isUuid(wanted.rule) ? wanted.rule : NO_ID)
  if (wanted.resource !== undefined)
    query = query.eq('resource_id', isUuid(wanted.resource) ? wanted.resource : NO_ID)
  const recipient = readRecipient(wanted.recipient)
  if (recipient !== undefined) query = query.eq(recipient.column, isUuid(recipient.id) ? recipient.id : NO_ID)
  if (wanted.query.trim() !== '') query = query.or(await nameCondition(wanted.query, signal))
  if (wanted.range !== undefined) {
    const now = Date.now()
    // The codec already validated a range from the address, and no other range can be invalid.
    const { from, to } = resolveTimeRange(wanted.range, now, timeZone()) ?? { from: now, to: now }
    query = query.gte('created_at', new Date(from).toISOString())
    if (!endsNow(wanted.range)) query = query.lt('created_at', new Date(to).toISOString())
  }
  const ascending = wanted.sortOrder === 'asc'
  // A query can be awaited like a promise, so it is returned within something that cannot.
  return { query: query.order('created_at', { ascending }).order('id', { ascending }) }
}

/** A page of the send history. */
export const historyQuery = (wanted: HistoryRequest) =>
  queryOptions({
    // TanStack Query treats all maps as equal, so convert them to lists.
    queryKey: [
      TOPIC,
      'list',
      {
        ...wanted,
        status: toRequestItems(wanted.status),
        resourceType: toRequestItems(wanted.resourceType),
      },
    ],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<DataPage<SendHistoryRow>> =>
      pageOrEnd(wanted.pageIndex, async (pageIndex) => {
        const { query } = await rowsOf(wanted, signal)
        const found = await query
          .range(...rangeOf(pageIndex, wanted.pageSize))
          .abortSignal(signal)
          .throwOnError()
        return { rows: z.array(sendHistoryRow).parse(found.data), total: found.count ?? 0 }
      }),
  })

/** One row with its message and its decisions; null if missing. */
export const sendQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, 'row', id],
    meta: { shows: [id] },
    queryFn: async ({ signal }) => {
      if (!isUuid(id)) return null
      const found = await data
        .from('notification_send_history_summary')
        .select('*')
        .eq('id', id)
        .abortSignal(signal)
        .throwOnError()
      return z.array(sendHistoryDetails).parse(found.data)[0] ?? null
    },
  })

const named = z.object({ id: z.string(), name: z.string() })
const ruleNames = z.array(z.extend(named, { person: z.nullable(named), team: z.nullable(named) }))

/** Names of the rules and their recipients, for filters. */
export const ruleNamesQuery = queryOptions({
  queryKey: ['notifications', 'names'],
  staleTime: LOOKUP_FRESH,
  queryFn: async ({ signal }) => {
    const found = await data
      .from('notifications')
      .select('id,name,person:person_id(id,name),team:team_id(id,name)')
      .is('deleted_at', null)
      .order('name')
      .limit(1_000)
      .abortSignal(signal)
      .throwOnError()
    return ruleNames.parse(found.data)
  },
})

const made = z.object({ id: z.string() })

/** Sends a message of the history again. @returns the id of its new row */
export function sendAgain(id: string): Promise<{ id: string }> {
  return request(`/api/notification/send/${encodeURIComponent(id)}/again`, made, { method: 'POST' })
}
