import * as z from 'zod/mini'
import { columnFields, defineColumns, type FieldsOf, rowSchema, sortableColumns } from '../core/columns.ts'
import { resourceSilence } from '../notifications/resource-silence.ts'
import { checkStates } from './health.ts'
import { severities } from './severity.ts'

/** Counts from which uptime is computed. Unknown runs are in neither. */
export const uptime = z.object({ passed: z.int(), failed: z.int() })

/**
 * Latency of a check in milliseconds; null if nothing ran in the time range.
 * Percentiles come from a histogram and are at most 5 % off.
 */
export const latency = z.object({
  rolling1h: z.nullable(z.number()),
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  p97: z.nullable(z.number()),
  p99: z.nullable(z.number()),
})

/** Most results that a row of the list shows. */
export const RECENT_RESULTS = 30

const text = z.string()
const maybeText = z.nullable(text)
const time = z.iso.datetime({ offset: true })
const maybeTime = z.nullable(time)

/**
 * The columns of lists of checks. The names of values are those of clients of other platforms of this kind; uptime and latency
 * are those of the requested range.
 */
export const checkColumns = defineColumns({
  id: { value: z.uuid() },
  name: {
    value: text,
    label: 'Check',
    sortable: true,
    field: { kind: 'text', help: 'Name of the check' },
  },
  /** Result of the last run; null if it is unknown or nothing ran yet. */
  status: { value: z.nullable(z.enum(['healthy', 'unhealthy'])), label: 'Health', sortable: true },
  /** The same, with 'unknown' for checks that could not run or have not run yet. */
  state: {
    value: z.enum(checkStates),
    field: {
      kind: 'choice',
      name: 'health',
      aliases: ['status', 'state'],
      help: 'Health of the check',
      values: checkStates,
    },
  },
  /** First line of what the last run said. */
  reason: {
    label: 'Reason',
    field: {
      kind: 'text',
      aliases: ['message'],
      help: 'Message of a check that is not healthy; * matches any characters',
    },
  },
  message: { value: maybeText },
  /** Its last results, the oldest first. */
  recent: {
    value: z.array(z.enum(checkStates)).check(z.maxLength(RECENT_RESULTS)),
    label: 'Recent runs',
  },
  uptime: {
    value: z.extend(uptime, { last_pass: maybeTime, last_fail: maybeTime }),
    label: 'Uptime',
    sortable: true,
    numeric: true,
  },
  /** `avg` is the same as `rolling1h`, under the name that other clients know. */
  latency: {
    value: z.extend(latency, { avg: z.nullable(z.number()) }),
    label: 'Latency p95',
    sortable: true,
    numeric: true,
  },
  last_transition_time: {
    value: maybeTime,
    label: 'Last transition',
    sortable: true,
    numeric: true,
    field: { kind: 'time', name: 'changed', help: 'When its health changed last' },
  },
  type: {
    value: text,
    label: 'Type',
    sortable: true,
    field: { kind: 'text', help: 'Type of the check, such as http' },
  },
  created_at: {
    value: time,
    label: 'Age',
    sortable: true,
    numeric: true,
    field: { kind: 'time', name: 'created', help: 'When it was created' },
  },
  canary_name: { value: text, field: { kind: 'text', name: 'canary', help: 'Name of its canary' } },
  namespace: { value: text, field: { kind: 'text', help: 'Namespace of its canary' } },
  labels: {
    value: z.record(text, text),
    field: { kind: 'map', aliases: ['label'], help: 'A label of the check' },
  },
  severity: {
    value: z.nullable(z.enum(severities)),
    field: { kind: 'text', help: 'Severity of a failure' },
  },
  agent: { field: { kind: 'text', help: 'Name of the agent that runs it' } },
  description: { value: maybeText, field: { kind: 'text', help: 'Description of the check' } },
  icon: { value: maybeText },
  endpoint: { value: maybeText },
  owner: { value: maybeText },
  agent_id: { value: z.uuid() },
  canary_id: { value: z.uuid() },
  canary_namespace: { value: text },
  last_runtime: { value: maybeTime },
  next_runtime: { value: maybeTime },
  updated_at: { value: time },
  deleted_at: { value: maybeTime },
  /** Since when a check is unhealthy. Other checks come last. */
  failing_since: { sortable: true },
  /** How many runs of the range failed. */
  failures: { sortable: true },
  /** Key of the group it belongs to. */
  group: { value: text },
  /** The silence or maintenance that keeps messages about it back now. */
  silenced: { value: z.optional(resourceSilence) },
})

/** Columns that checks can be sorted by. */
export const checkSortColumns = sortableColumns(checkColumns)
export type CheckSortColumn = (typeof checkSortColumns)[number]

/** The fields of queries for checks. */
export const checkFields: readonly FieldsOf<typeof checkColumns>[] = columnFields(checkColumns)

/** A check as a row of the list, with the figures of the requested range and its last results, oldest first. */
export const checkRow = rowSchema(checkColumns)
export type CheckRow = z.output<typeof checkRow>

/** A check without what only a list knows of it. */
export const checkSummary = z.omit(checkRow, { recent: true, group: true, silenced: true })
export type CheckSummary = z.output<typeof checkSummary>
