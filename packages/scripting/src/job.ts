import type { ScriptErrorCode } from './failure.ts'
import type { Limits } from './limits.ts'
import type { Script } from './script.ts'

/** One evaluation as plain data, which a worker can receive. */
export interface Job {
  script: Script
  variables: Readonly<Record<string, unknown>>
  /** JSON in which a path starts, instead of at the variables. */
  document?: unknown
  /** Milliseconds. */
  durations: Readonly<Record<string, number>>
  given: Readonly<Record<string, unknown>>
  limits: Limits
  /** Milliseconds since 1970. */
  now: number
  /** Four 32-bit integers that seed the random numbers of the script. */
  seed: readonly [number, number, number, number]
}

/** The result of an evaluation, before secrets are redacted. */
export type Outcome =
  | { ok: true; text: string; value: unknown }
  | { ok: false; code: ScriptErrorCode; message: string; offset: number }
