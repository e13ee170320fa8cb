import type { ScriptErrorCode } from './failure.ts'
import type { Limits } from './limits.ts'
import type { Script } from './script.ts'

/** One evaluation, in a form that can be handed to a worker. */
export interface Job {
  script: Script
  variables: Readonly<Record<string, unknown>>
  /** Where a path begins instead of at the variables. */
  document?: unknown
  /** Milliseconds. */
  durations: Readonly<Record<string, number>>
  given: Readonly<Record<string, unknown>>
  limits: Limits
  /** Milliseconds since 1970. */
  now: number
  /** Four whole numbers of 32 bits that the random numbers of the script are made of. */
  seed: readonly [number, number, number, number]
}

/** What came out, before secrets are taken out. */
export type Outcome =
  | { ok: true; text: string; value: unknown }
  | { ok: false; code: ScriptErrorCode; message: string; offset: number }
