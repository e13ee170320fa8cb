import { defineViewList, rowSchema, sortableFrom } from '@binnacle/contract/core'
import * as z from 'zod/mini'

const text = z.string()
const maybeText = z.nullable(text)
const values = z.nullable(z.record(text, z.unknown()))

/** The audit log. Events are only sorted by time: the other columns have no index in their order. */
export const eventList = defineViewList('audit_log', {
  id: { value: text },
  /** ISO 8601 */
  created_at: {
    value: text,
    label: 'Time',
    sortable: true,
    field: { kind: 'time', name: 'time', aliases: ['created'], help: 'When it was done' },
  },
  person_id: { value: maybeText, filter: 'person' },
  actor: { value: text, label: 'Who' },
  /** The email address of who did it, in lower case. */
  actor_key: {
    field: {
      kind: 'text',
      name: 'actor',
      aliases: ['person', 'who'],
      help: 'Email address of the person who did it',
    },
  },
  action: {
    value: text,
    label: 'Action',
    filter: 'action',
    field: { kind: 'text', help: 'Action, such as update' },
  },
  resource: {
    value: text,
    label: 'On what',
    filter: 'resource',
    field: { kind: 'text', name: 'kind', aliases: ['resource'], help: 'Kind of the changed thing' },
  },
  resource_id: { value: maybeText },
  resource_name: {
    value: maybeText,
    field: { kind: 'text', name: 'name', help: 'Name of the changed thing' },
  },
  address: {
    value: maybeText,
    label: 'From',
    filter: 'address',
    field: { kind: 'text', help: 'Network address that it came from' },
  },
  user_agent: {
    value: maybeText,
    field: { kind: 'text', name: 'agent', help: 'Program that sent it' },
  },
  /** Number of equal events that were merged into this one. */
  occurrences: {
    value: z.number(),
    field: { kind: 'number', name: 'times', help: 'Number of equal events in the row' },
  },
  session_id: { value: maybeText },
  token_id: { value: maybeText },
  before: { value: values },
  after: { value: values },
})

/** Columns that events are sorted by. */
export const eventSortColumns = sortableFrom(eventList.columns, 'created_at')

export const auditEvent = rowSchema(eventList.columns)
/** Something that somebody did or tried. */
export type AuditEvent = z.output<typeof auditEvent>
