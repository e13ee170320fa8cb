import type { ConnectionUse } from '../core/connection.ts'
import type { Json } from '../core/json.ts'
import type { ArtifactFile } from '../core/outcome.ts'
import type { RunContext, RunnableDefinition } from '../core/run-context.ts'

/** What a playbook action is. */
export interface ActionDefinition<Spec = unknown> extends RunnableDefinition<Spec> {
  /** Where a spec can name stored connections. */
  connections?: readonly ConnectionUse[]
}

/** What an action may use of the world. Its spec has its templates filled, its connections and secrets filled in. */
export interface ActionContext extends RunContext {
  /** Adds a line to the log of the run, which people read while it runs. */
  log: (line: string) => void
  /** The same for every attempt at this action of this run: for services that do what has a known key once. */
  key: string
}

/** What an action did. A failure is a value, never an exception. */
export interface ActionOutcome {
  state: 'completed' | 'failed'
  /** What later actions and people see of it. */
  result: { readonly [key: string]: Json }
  /** Why it failed, unless the result says all. */
  error?: string
  /** Files that are kept with the run. */
  artifacts?: readonly ArtifactFile[]
}

/** Does an action once; what it throws is a defect. */
export type RunAction<Spec = unknown> = (spec: Spec, context: ActionContext) => Promise<ActionOutcome>

/**
 * Declares an action; only types are added, so that `spec.ts` files work in browsers too.
 * @example
 * export const action = defineAction({
 *   type: 'restart',
 *   title: 'Restart',
 *   description: 'Sends a text to an address.',
 *   icon: 'send',
 *   schema: z.strictObject({ url: field(z.url(), { title: 'URL' }) }),
 *   example: { url: 'http://127.0.0.1/restart' },
 *   timeoutMilliseconds: 60_000,
 *   concurrency: 10,
 * })
 */
export function defineAction<Spec>(definition: ActionDefinition<Spec>): ActionDefinition<Spec> {
  return definition
}

/** The spec that a definition's schema accepts. */
export type ActionSpecOf<Definition> = Definition extends ActionDefinition<infer Spec> ? Spec : never
