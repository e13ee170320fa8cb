import {
  alertList,
  alertNoteRow,
  type AlertRow,
  alertRow,
  alertToldRow,
  sendHistoryRow,
  type SendHistoryRow,
} from '@binnacle/contract/notifications'
import { isUuid, NIL_ID } from '@binnacle/contract/core'
import { ALL } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { filtered, selectText, viewFields } from '../../../application/columns/view-list.ts'
import { searched, searchedPage } from '../../../application/query/searched-page.ts'
import { type ListRequest, tableSearch } from '../../../application/query/table-search.ts'
import { type DataPage, firstRowOf, rowsOf, tables } from '../../../application/requests/data.ts'
import { ALERTS_KEY } from './key.ts'
import { type AlertValues, type StateChoice } from './filters.ts'

/** The query language of the list of alerts. */
export const alertSearch = tableSearch({
  table: alertList.view,
  words: ['resource_name', 'reason'],
  fields: viewFields(alertList, { since: { full: true }, opened_at: { full: true } }),
})

const columns = selectText(alertList.columns)

/** Which alerts are asked for. */
export interface AlertListRequest extends AlertValues {
  /** Id of the person who asks. */
  person: string
}

const idOr = (text: string) => (isUuid(text) ? text : NIL_ID)

function alertsOf(wanted: AlertListRequest, listRequest: ListRequest) {
  let query = filtered(
    tables.from(alertList.view).select<string, unknown>(columns, { count: 'exact' }),
    alertList.columns,
    {
      severity: wanted.severity === ALL ? undefined : wanted.severity,
      kind: wanted.kind === ALL ? undefined : wanted.kind,
      namespace: wanted.namespace,
    },
  )
  if (wanted.state === 'over') query = query.not('closed_at', 'is', null)
  else query = query.is('closed_at', null)
  if (wanted.state !== 'over' && wanted.state !== 'current') query = query.eq('state', wanted.state)
  if (wanted.rule !== undefined) query = query.contains('rules', JSON.stringify([{ id: idOr(wanted.rule) }]))
  if (wanted.mine) query = query.or(`assigned_to.eq.${wanted.person},people.cs.{${wanted.person}}`)
  const ascending = wanted.sortOrder === 'asc'
  return searched(query, listRequest, (all) => all.order(wanted.sortBy, { ascending }))
    .order('opened_at', { ascending: false })
    .order('id')
}

/** A page of alerts. */
export const alertListQuery = (wanted: AlertListRequest) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, 'list', wanted],
    // Who was told changes with each message.
    meta: { follows: ['notification_history', 'notification_alerts'] },
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<DataPage<AlertRow>> => {
      const listRequest = await alertSearch.ask(wanted.query, signal)
      return searchedPage(wanted, listRequest, async (range) => {
        const found = await alertsOf(wanted, listRequest)
          .range(...range)
          .abortSignal(signal)
          .throwOnError()
        return { rows: z.array(alertRow).parse(found.data), total: found.count ?? 0 }
      })
    },
  })

const facetRow = z.object({
  state: z.enum(['open', 'acknowledged', 'snoozed', 'over']),
  namespace: z.nullable(z.string()),
  count: z.number(),
})

/** How many alerts that are not over are in each state, and the namespaces of their resources. */
export interface AlertFacets {
  counts: Readonly<Partial<Record<StateChoice, number>>>
  namespaces: readonly string[]
}

/** What the filters of the list offer. */
export const alertFacetsQuery = queryOptions({
  queryKey: [...ALERTS_KEY, 'facets'],
  queryFn: async ({ signal }): Promise<AlertFacets> => {
    const query = tables
      .from('alerts')
      .select<string, unknown>('state,namespace,count()')
      .is('closed_at', null)
    const rows = await rowsOf(query, facetRow, signal)
    const total = (wanted: (state: string) => boolean) =>
      rows.reduce((sum, { state, count }) => (wanted(state) ? sum + count : sum), 0)
    const of = (state: StateChoice) => total((own) => own === state)
    const counts = {
      current: total(() => true),
      open: of('open'),
      acknowledged: of('acknowledged'),
      snoozed: of('snoozed'),
    }
    const namespaces = rows.flatMap(({ namespace }) =>
      namespace === null || namespace === '' ? [] : [namespace],
    )
    return { counts, namespaces: [...new Set(namespaces)].toSorted() }
  },
})

/** Most rows of each list on the page of an alert. */
export const MOST_LISTED = 200

const detail = z.extend(alertRow, {
  told: z.array(alertToldRow),
  notes: z.array(alertNoteRow),
  groups: z.array(z.object({ id: z.string() })),
})
/** An alert with what each recipient knows of it, its timeline, and the groups that it is in. */
export type AlertDetail = z.output<typeof detail>

/** One alert with what its page shows of it; null if missing. */
export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, 'row', id],
    // What is on its way changes with the history of messages, too.
    meta: { shows: [id], follows: ['notification_history', 'notification_alerts'] },
    queryFn: async ({ signal }): Promise<AlertDetail | null> => {
      if (!isUuid(id)) return null
      const found = tables
        .from('alerts')
        .select<string, unknown>(`${columns},told:alert_told(*),notes:alert_notes(*),groups:alert_groups(id)`)
        .eq('id', id)
        .order('recipient_name', { referencedTable: 'told' })
        .limit(MOST_LISTED, { referencedTable: 'told' })
        .order('at', { referencedTable: 'notes', ascending: false })
        .limit(MOST_LISTED, { referencedTable: 'notes' })
        .limit(MOST_LISTED, { referencedTable: 'groups' })
      return firstRowOf(found, detail, signal)
    },
  })

const memberRow = z.object({
  id: z.string(),
  alert_id: z.nullable(z.string()),
  rule_name: z.nullable(z.string()),
  resource_kind: z.string(),
  resource_id: z.string(),
  resource_name: z.string(),
  reason: z.nullable(z.string()),
  since: z.string(),
  ended_at: z.nullable(z.string()),
})
/** An alert that one rule's recipients see together with others. */
export type AlertMember = z.output<typeof memberRow>

/** What recipients see together with an alert and what still is wrong, without the alert itself. */
export const membersQuery = ({ id, groups }: Pick<AlertDetail, 'id' | 'groups'>) => {
  const ids = [...new Set(groups.map((group) => group.id))].toSorted()
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'members', id, ids],
    queryFn: async ({ signal }): Promise<AlertMember[]> => {
      if (ids.length === 0) return []
      const others = tables
        .from('alert_groups')
        .select<string, unknown>(Object.keys(memberRow.shape).join(','))
        .in('id', ids)
        .neq('alert_id', id)
        .is('ended_at', null)
      return rowsOf(others.order('since', { ascending: false }).limit(MOST_LISTED), memberRow, signal)
    },
  })
}

const MESSAGE_COLUMNS = Object.keys(sendHistoryRow.shape).join(',')

/** Messages that were decided on about the resource of an alert since it was opened, the newest first. */
export const messagesQuery = (alert: Pick<AlertRow, 'id' | 'resource_id' | 'opened_at' | 'closed_at'>) =>
  queryOptions({
    queryKey: ['notification_history', 'alert', alert.id, alert.closed_at],
    queryFn: ({ signal }): Promise<SendHistoryRow[]> => {
      const rows = tables
        .from('notification_send_history_summary')
        .select<string, unknown>(MESSAGE_COLUMNS)
        .eq('resource_id', alert.resource_id)
        .gte('created_at', alert.opened_at)
      return rowsOf(rows.order('created_at', { ascending: false }).limit(MOST_LISTED), sendHistoryRow, signal)
    },
  })
