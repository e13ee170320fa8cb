import type { AlertNoteRow, AlertRow, AlertToldRow } from '@binnacle/contract/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { inMinutes } from '../../../application/testing/instants.ts'
import { PERSON } from '../../../application/testing/render.tsx'
import type { AlertValues } from './filters.ts'
import {
  type AlertDetail,
  alertFacetsQuery,
  alertListQuery,
  type AlertMember,
  alertQuery,
  membersQuery,
  messagesQuery,
} from './queries.ts'

let count = 0

/** An id that no other call gives. */
export function someId(): string {
  count += 1
  return `0199a000-0000-7000-8000-${String(count).padStart(12, 'f')}`
}

/** An open alert of a check that failed a quarter of an hour ago. */
export function anAlert(changes: Partial<AlertRow> = {}): AlertRow {
  return {
    id: someId(),
    resource_kind: 'check',
    resource_id: someId(),
    resource_name: 'shop',
    resource_type: 'http',
    namespace: 'payments',
    labels: { team: 'web' },
    path: '/health?checkId=1',
    severity: 'high',
    severity_rank: 5,
    reason: 'status 503, expected 200 to 299',
    event: 'check.failed',
    since: inMinutes(-15),
    opened_at: inMinutes(-15),
    state: 'open',
    acknowledged_at: null,
    acknowledged_by: null,
    acknowledged_name: null,
    acknowledged_until: null,
    snoozed_until: null,
    snoozed_name: null,
    assigned_to: null,
    assignee: null,
    flapping_since: null,
    due_at: null,
    closed_at: null,
    closed_reason: null,
    told_count: 2,
    held_count: 0,
    hold: null,
    people: [],
    rules: [{ id: someId(), name: 'Tell the shop team' }],
    escalates_at: null,
    ...changes,
  }
}

/** What one recipient knows of an alert. */
export function aRecipient(changes: Partial<AlertToldRow> = {}): AlertToldRow {
  return {
    alert_id: someId(),
    recipient: someId(),
    recipient_name: 'Ann',
    person_id: null,
    team_id: null,
    notification_id: someId(),
    group_id: someId(),
    knows: 'open',
    known_at: inMinutes(-10),
    send_id: null,
    due_at: null,
    held_by: null,
    held_until: null,
    held_since: null,
    ...changes,
  }
}

/** An entry of the timeline. */
export const aNote = (kind: AlertNoteRow['kind'], text: string): AlertNoteRow => ({
  id: someId(),
  alert_id: someId(),
  at: inMinutes(-5),
  kind,
  text,
  person_id: null,
})

const usual = {
  query: '',
  sortBy: 'severity_rank',
  sortOrder: 'desc',
  pageIndex: 0,
  pageSize: 50,
  state: 'current',
  severity: 'all',
  kind: 'all',
  namespace: undefined,
  rule: undefined,
  mine: false,
} as const satisfies AlertValues

/** The key of the list of alerts, as the page asks for it. */
export const listKey = (changes: Partial<AlertValues> = {}) =>
  alertListQuery({ ...usual, ...changes, person: PERSON }).queryKey

/** Answers with a list of alerts. */
export function fillList(rows: readonly AlertRow[], changes: Partial<AlertValues> = {}) {
  return (queries: QueryClient): void => {
    queries.setQueryData(listKey(changes), { rows: [...rows], total: rows.length })
    queries.setQueryData(alertFacetsQuery.queryKey, { counts: {}, namespaces: [] })
  }
}

/** Answers with one alert and what its page shows of it. */
export function fillAlert(
  changes: Partial<AlertDetail>,
  members: readonly AlertMember[] = [],
): { path: string; fill: (queries: QueryClient) => void } {
  const alert: AlertDetail = { ...anAlert(), told: [], notes: [], groups: [], ...changes }
  return {
    path: `/notifications/alerts/${alert.id}`,
    fill(queries) {
      queries.setQueryData(alertQuery(alert.id).queryKey, alert)
      queries.setQueryData(messagesQuery(alert).queryKey, [])
      queries.setQueryData(membersQuery(alert).queryKey, [...members])
    },
  }
}
