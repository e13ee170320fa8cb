import { jobStatuses } from '@binnacle/contract/jobs'
import * as z from 'zod/mini'

/** Parses a run of the job history. */
export const jobRun = z.object({
  id: z.string(),
  name: z.string(),
  agent: z.nullable(z.object({ id: z.string(), name: z.string() })),
  resource_type: z.nullable(z.string()),
  resource_id: z.nullable(z.string()),
  resource_name: z.nullable(z.string()),
  hostname: z.nullable(z.string()),
  status: z.enum(jobStatuses),
  /** ISO 8601 */
  time_start: z.string(),
  /** Null while the run goes on. */
  duration_millis: z.nullable(z.number()),
  success_count: z.number(),
  error_count: z.number(),
  created_at: z.string(),
  details: z.nullable(z.record(z.string(), z.unknown())),
  has_log: z.boolean(),
})
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
