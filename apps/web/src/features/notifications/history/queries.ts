import {
  historyList,
  sendHistoryDetails,
  sendHistoryReasoned,
  type SendHistoryReasoned,
} from '@binnacle/contract/notifications'
import { isUuid, NIL_ID } from '@binnacle/contract/core'
import { type ChosenTimeRange, endsNow, resolveTimeRange, timeZone, toRequestItems } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { filtered, selectText, viewFields } from '../../../application/columns/view-list.ts'
import { request } from '../../../application/requests/api.ts'
import { searched, searchedPage } from '../../../application/query/searched-page.ts'
import { type ListRequest, tableSearch } from '../../../application/query/table-search.ts'
import { data, type DataPage, tables } from '../../../application/requests/data.ts'
import { WHOLE } from '../../../application/resource/kind-fields.ts'
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

/** The names of resources and recipients are kept once each. */
const names = { table: 'notification_names', text: 'name', value: 'name' } as const
const events = { table: 'notification_history_events', text: 'name', value: 'name' } as const
const services = { table: 'notification_history_services', text: 'name', value: 'name' } as const
const offeredNames = { table: 'notification_names', column: 'name' } as const

/**
 * The query language of the send history. Names of resources, recipients, rules, events and services are looked up first, so an
 * index answers them, as it does the other fields.
 */
export const historySearch = tableSearch({
  table: historyList.view,
  words: ['resource_name', 'recipient_name'],
  lookups: {
    resource_name: names,
    recipient_name: names,
    source_event: events,
    service_title: services,
    'rule->>name': { table: 'notifications', text: 'name', value: 'id', column: 'notification_id' },
  },
  fields: viewFields(historyList, {
    resource_name: { offers: offeredNames },
    recipient_name: { offers: offeredNames },
    rule: { column: 'rule->>name', offers: { table: 'notifications', column: 'name' } },
    source_event: { offers: { table: events.table, column: events.text } },
    service_title: { offers: { table: services.table, column: services.text } },
    count: { largest: WHOLE },
    created_at: { full: true },
  }),
})

const idOr = (text: string | undefined) => (text === undefined || isUuid(text) ? text : NIL_ID)

function rowsOf(wanted: HistoryRequest, listRequest: ListRequest) {
  // A history of millions is not counted to its end: the number of pages is an estimate then.
  const { status, resourceType, rule, resource } = wanted
  let query = filtered(
    tables
      .from(historyList.view)
      .select<string, unknown>(selectText(historyList.columns), { count: 'estimated' }),
    historyList.columns,
    { status, resourceType, rule: idOr(rule), resource: idOr(resource) },
  )
  const recipient = readRecipient(wanted.recipient)
  if (recipient !== undefined)
    query = query.eq(recipient.column, isUuid(recipient.id) ? recipient.id : NIL_ID)
  if (wanted.range !== undefined) {
    const now = Date.now()
    // The codec already validated a range from the address, and no other range can be invalid.
    const { from, to } = resolveTimeRange(wanted.range, now, timeZone()) ?? { from: now, to: now }
    query = query.gte('created_at', new Date(from).toISOString())
    if (!endsNow(wanted.range)) query = query.lt('created_at', new Date(to).toISOString())
  }
  const ascending = wanted.sortOrder === 'asc'
  return searched(query, listRequest, (all) => all.order('created_at', { ascending })).order('id', {
    ascending,
  })
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
    async queryFn({ signal }): Promise<DataPage<SendHistoryReasoned>> {
      const listRequest = await historySearch.ask(wanted.query, signal)
      return searchedPage(wanted, listRequest, async (range) => {
        const found = await rowsOf(wanted, listRequest)
          .range(...range)
          .abortSignal(signal)
          .throwOnError()
        return { rows: z.array(sendHistoryReasoned).parse(found.data), total: found.count ?? 0 }
      })
    },
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
