import type { Result } from '@binnacle/contract/core'
import type { LogFilter } from '@binnacle/contract/logs'
import type { ConnectionUse } from '../core/connection.ts'
import type { RunContext, RunnableDefinition } from '../core/run-context.ts'

/** What a type of log backend is: where lines are read. */
export interface LogBackendDefinition<Spec = unknown> extends RunnableDefinition<Spec> {
  /** Where a spec can name stored connections. */
  connections?: readonly ConnectionUse[]
  /** Labels that together name where a line was written, such as a file. Lines around a line have the same ones. */
  stream: readonly string[]
  /** Whether the lines are of the machine that the product runs on. Then they are administrators' unless they say otherwise. */
  ofHost?: true
}

/** A line as its backend has it. */
export interface LogLine {
  /** The same in every search. Unique together with the time. */
  id: string
  /** Milliseconds since 1970; may have a fraction. */
  time: number
  message: string
  labels: Readonly<Record<string, string>>
}

/** Whose lines are wanted, as a log selector of a component says it. */
export interface LogTarget {
  /** External id of the component. */
  id?: string | undefined
  /** Such as KubernetesPod. */
  type?: string | undefined
  labels: Readonly<Record<string, string>>
}

/** A search for lines. Both ends of the time belong to it. */
export interface LogQuery {
  target: LogTarget
  filter: LogFilter
  from: Date
  to: Date
  /** Most lines. */
  limit: number
  /** `backward`: the newest first. */
  direction: 'backward' | 'forward'
}

/** Lines that a search found, in its direction. */
export interface LogPage {
  lines: readonly LogLine[]
  /** Whether nothing was left out, besides lines over the limit. */
  isWhole: boolean
  /** What people should know, such as a file that could not be read. */
  notes: readonly string[]
  /** How many lines fit, where the backend says it. */
  total?: number
}

/** What a tail says: new lines, the oldest first, or what goes wrong while it goes on. */
export type LogTailed = { lines: readonly LogLine[] } | { problem: string }

/** An opened backend. Failures are words for people. */
export interface LogSource {
  search(query: LogQuery): Promise<Result<LogPage, string>>
  /**
   * Counts lines. Backends that cannot count leave it out, and lines are counted after they were read.
   * @returns counts of equal parts of the time, the oldest first; undefined if it cannot count what the filter wants
   */
  histogram?(query: LogQuery, parts: number): Promise<Result<readonly number[] | undefined, string>>
  /** New lines until the signal aborts. Backends that leave it out are searched again and again. */
  tail?(query: Pick<LogQuery, 'target' | 'filter'>): AsyncIterable<LogTailed>
}

/** Opens a backend for one request. What it throws is a defect. */
export type OpenLogs<Spec = unknown> = (spec: Spec, context: RunContext) => Promise<LogSource> | LogSource

/**
 * Declares a type of log backend; only types are added, so that `spec.ts` files work in browsers too.
 * @example
 * export const logs = defineLogBackend({
 *   type: 'lines',
 *   title: 'Lines',
 *   description: 'Lines of a text on a web server.',
 *   icon: 'file-text',
 *   schema: z.strictObject({ url: field(z.url(), { title: 'URL' }) }),
 *   example: { url: 'http://127.0.0.1/shop.log' },
 *   timeoutMilliseconds: 30_000,
 *   concurrency: 10,
 *   stream: [],
 * })
 */
export function defineLogBackend<Spec>(definition: LogBackendDefinition<Spec>): LogBackendDefinition<Spec> {
  return definition
}

/** The spec that a definition's schema accepts. */
export type LogSpecOf<Definition> = Definition extends LogBackendDefinition<infer Spec> ? Spec : never
