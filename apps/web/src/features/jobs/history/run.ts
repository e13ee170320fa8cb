import { defineViewList, rowSchema, sortableFrom } from '@binnacle/contract/core'
import { jobStatuses } from '@binnacle/contract/jobs'
import * as z from 'zod/mini'

const text = z.string()
const maybeText = z.nullable(text)

/** The job history. */
export const runList = defineViewList('job_histories', {
  id: { value: text },
  /** ISO 8601 */
  created_at: {
    value: text,
    label: 'Timestamp',
    sortable: true,
    field: { kind: 'time', name: 'started', aliases: ['created'], help: 'When it began' },
  },
  name: {
    value: text,
    label: 'Job Name',
    sortable: true,
    filter: 'name',
    field: { kind: 'text', aliases: ['job'], help: 'Name of the job' },
  },
  agent: {
    value: z.nullable(z.object({ id: text, name: text })),
    label: 'Agent',
    field: { kind: 'text', help: 'Name of the agent that ran it' },
  },
  resource_type: {
    value: maybeText,
    filter: 'resourceType',
    field: { kind: 'text', name: 'type', help: 'Type of its resource' },
  },
  resource_id: { value: maybeText },
  resource_name: {
    value: maybeText,
    label: 'Resource',
    sortable: true,
    field: { kind: 'text', name: 'resource', help: 'Name of its resource' },
  },
  hostname: { value: maybeText, field: { kind: 'text', name: 'host', help: 'Host that ran it' } },
  status: {
    value: z.enum(jobStatuses),
    label: 'Status',
    sortable: true,
    filter: 'status',
    field: {
      kind: 'choice',
      help: 'Status of the run',
      values: jobStatuses.map((status) => status.toLowerCase()),
    },
  },
  /** ISO 8601 */
  time_start: { value: text },
  /** Null while the run goes on. */
  duration_millis: {
    value: z.nullable(z.number()),
    label: 'Duration',
    sortable: true,
    numeric: true,
    field: { kind: 'number', name: 'duration', help: 'Its duration in milliseconds' },
  },
  success_count: { value: z.number() },
  error_count: {
    value: z.number(),
    field: { kind: 'number', name: 'errors', help: 'How many errors it had' },
  },
  /** What it did, counted. */
  statistics: { label: 'Statistics' },
  details: { value: z.nullable(z.record(text, z.unknown())) },
  has_log: { value: z.boolean() },
})

/** Columns that runs are sorted by. */
export const runSortColumns = sortableFrom(runList.columns, 'created_at')
export type RunSortColumn = (typeof runSortColumns)[number]

/** A run of the job history. */
export const jobRun = rowSchema(runList.columns)
export type JobRun = z.infer<typeof jobRun>

/** A tab of the details of a run. */
export type RunDetail = 'errors' | 'scrape_summary' | 'summary' | 'log'

/** Labels of the tabs, in their order. */
export const detailLabels: Readonly<Record<RunDetail, string>> = {
  errors: 'Errors',
  scrape_summary: 'Scrape Summary',
  summary: 'Reconcile Summary',
  log: 'Log',
}

function hasContent(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Returns the tabs that have content. A running job always has the log, as it may write to it at any moment. */
export function detailsOf({ details, has_log: hasLog, status }: JobRun): readonly RunDetail[] {
  const parts = (['errors', 'scrape_summary', 'summary'] as const).filter((part) =>
    hasContent(details?.[part]),
  )
  return hasLog || status === 'RUNNING' ? [...parts, 'log'] : parts
}

/** Errors of a run, in the form in which its job recorded them. */
export type RunErrors =
  | { form: 'text'; text: string }
  | { form: 'list'; errors: readonly { text: string; times: number }[] }
  | { form: 'map'; map: object }

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** Parses errors: a text, a list whose equal entries are counted, or a map. */
export function errorsOf(value: unknown): RunErrors {
  if (Array.isArray(value)) {
    const times = new Map<string, number>()
    for (const text of value.map(textOf)) times.set(text, (times.get(text) ?? 0) + 1)
    return { form: 'list', errors: [...times].map(([text, count]) => ({ text, times: count })) }
  }
  if (typeof value === 'object' && value !== null) return { form: 'map', map: value }
  return { form: 'text', text: textOf(value) }
}
