import * as z from 'zod/mini'
import { defineViewList, rowSchema, sortableFrom } from '../core/columns.ts'
import { severities } from '../health/severity.ts'
import { alertEnds, alertStates, holdKinds } from './alerts.ts'
import { subjectKinds } from '../kinds/kinds.ts'

const text = z.string()
const maybeText = z.nullable(text)

/** Lists of alerts: a row for each resource that has, or had, a problem. */
export const alertList = defineViewList('alerts', {
  id: { value: text },
  resource_name: {
    value: text,
    label: 'Resource',
    sortable: true,
    field: { kind: 'text', name: 'name', aliases: ['resource'], help: 'Name of its resource' },
  },
  reason: { value: maybeText, field: { kind: 'text', help: 'Why it is wrong' } },
  severity: {
    value: text,
    filter: 'severity',
    field: { kind: 'choice', help: 'Its severity', values: severities },
  },
  /** 1 is info; the worse, the higher. */
  severity_rank: { value: z.number(), label: 'Severity', sortable: true },
  resource_kind: {
    value: z.enum(subjectKinds),
    filter: 'kind',
    field: { kind: 'choice', name: 'kind', help: 'Kind of its resource', values: subjectKinds },
  },
  resource_id: { value: text },
  resource_type: {
    value: maybeText,
    field: { kind: 'text', name: 'type', help: 'Type of its resource' },
  },
  state: { value: z.enum(alertStates), label: 'State' },
  since: {
    value: text,
    label: 'For',
    sortable: true,
    numeric: true,
    field: { kind: 'time', help: 'Since when it is wrong' },
  },
  namespace: {
    value: maybeText,
    label: 'Namespace',
    filter: 'namespace',
    field: { kind: 'text', help: 'Namespace of its resource' },
  },
  labels: {
    value: z.record(text, text),
    field: { kind: 'map', aliases: ['label'], help: 'Labels of its resource' },
  },
  /** Path and query of the page of the resource. */
  path: { value: text },
  /** The event that said last that it is wrong. */
  event: { value: text },
  opened_at: {
    value: text,
    sortable: true,
    field: { kind: 'time', name: 'opened', help: 'When it was opened' },
  },
  acknowledged_at: { value: maybeText },
  acknowledged_by: { value: maybeText },
  acknowledged_name: {
    value: maybeText,
    field: { kind: 'text', name: 'acknowledged', help: 'Who takes care of it' },
  },
  acknowledged_until: { value: maybeText },
  snoozed_until: { value: maybeText },
  snoozed_name: { value: maybeText },
  assigned_to: { value: maybeText },
  assignee: { value: z.nullable(z.object({ id: text, name: text, avatar: maybeText })) },
  flapping_since: { value: maybeText },
  /** When it is looked at again, at the latest. */
  due_at: { value: maybeText },
  closed_at: { value: maybeText },
  closed_reason: { value: z.nullable(z.enum(alertEnds)) },
  /** Rules that look at it. */
  rules: { value: z.array(z.object({ id: text, name: text })), label: 'Rules' },
  /** How many recipients were told. */
  told_count: { value: z.number(), label: 'Told', sortable: true },
  /** How many recipients are not told yet because something holds their message. */
  held_count: { value: z.number() },
  /** The hold that ends first. */
  hold: { value: z.nullable(z.object({ by: z.enum(holdKinds), until: maybeText })) },
  /** Ids of the people who are told of it. */
  people: { value: z.array(text) },
  /** When its escalation goes on. */
  escalates_at: { value: maybeText },
  /** What happens next, and when. */
  next: { label: 'Next' },
})

/** Columns that alerts can be sorted by. */
export const alertSortColumns = sortableFrom(alertList.columns, 'severity_rank')

/** A row of the relation `alerts`: one resource that has, or had, a problem. */
export const alertRow = rowSchema(alertList.columns)
export type AlertRow = z.output<typeof alertRow>
