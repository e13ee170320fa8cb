import * as z from 'zod/mini'
import { defineViewList, rowSchema, sortableFrom } from '../core/columns.ts'
import { subjectKinds } from '../kinds/kinds.ts'
import { decision, sendStatuses } from './rules.ts'

const text = z.string()
const maybeText = z.nullable(text)

/** The send history: what was sent, what waits, and what was not sent. Source: NOT-009. */
export const historyList = defineViewList('notification_send_history_summary', {
  id: { value: text },
  resource: {
    value: z.object({
      id: text,
      name: text,
      type: z.optional(text),
      status: z.optional(text),
    }),
    label: 'Resource',
  },
  status: {
    value: text,
    label: 'Status',
    filter: 'status',
    field: { kind: 'choice', help: 'Its status', values: sendStatuses },
  },
  resource_type: {
    value: text,
    filter: 'resourceType',
    field: { kind: 'choice', name: 'type', help: 'Type of its resource', values: subjectKinds },
  },
  resource_id: { filter: 'resource' },
  resource_name: { field: { kind: 'text', name: 'resource', help: 'Name of its resource' } },
  source_event: {
    value: text,
    label: 'Event',
    field: { kind: 'text', name: 'event', help: 'Its event' },
  },
  tells: { value: text },
  recipient_name: {
    value: maybeText,
    label: 'Recipient',
    field: { kind: 'text', name: 'recipient', help: 'Name of its recipient' },
  },
  service_title: {
    value: maybeText,
    field: { kind: 'text', name: 'service', help: 'Service that sends it' },
  },
  notification_id: { value: text, filter: 'rule' },
  rule: {
    value: z.nullable(z.object({ id: text, name: text })),
    label: 'Rule',
    field: { kind: 'text', help: 'Name of its rule' },
  },
  /** Its error, or the decision that kept it back. */
  reason: { label: 'Reason' },
  error: { value: maybeText },
  decisions: { value: z.array(decision) },
  created_at: {
    value: text,
    label: 'Age',
    sortable: true,
    field: { kind: 'time', name: 'sent', aliases: ['created'], help: 'When it was decided' },
  },
  first_observed: { value: text },
  count: {
    value: z.number(),
    field: { kind: 'number', help: 'Number of equal messages in the row' },
  },
})

/** Columns that the history is sorted by. */
export const historySortColumns = sortableFrom(historyList.columns, 'created_at')

/** A row of the send history in a list that says by which rule and why. */
export const sendHistoryReasoned = rowSchema(historyList.columns)
export type SendHistoryReasoned = z.output<typeof sendHistoryReasoned>

/** A row of the send history without its reasons. */
export const sendHistoryRow = z.omit(sendHistoryReasoned, { rule: true, error: true, decisions: true })
export type SendHistoryRow = z.output<typeof sendHistoryRow>
