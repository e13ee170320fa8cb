import type { Result } from '@binnacle/contract/core'
import type { z } from 'zod'
import type { CommonCheckSpec } from './common-fields.ts'
import type { ConnectionUse, ConnectionValues, RawSpec } from '../core/connection.ts'
import type { Json } from '../core/json.ts'
import type { CheckOutcome } from '../core/outcome.ts'
import type { RunContext } from '../core/run-context.ts'

/** Categories of check types, in the order of the type picker. */
const checkCategories = ['network', 'database', 'monitoring', 'storage', 'script'] as const
type CheckCategory = (typeof checkCategories)[number]

/** A check type. Forms, validation, storage, scheduling and documentation are all derived from it. */
export interface CheckDefinition<Spec extends CommonCheckSpec = CommonCheckSpec> {
  /** Key of the type in a canary's spec and in the database. */
  type: string
  /** Other accepted keys. */
  aliases?: readonly string[]
  /** Name on screens. */
  title: string
  /** One sentence about what it checks. */
  description: string
  /** Name of the icon of checks of this type. */
  icon: string
  /** Category in the type picker. Types without one come last. */
  category?: CheckCategory
  /** Position within the category, from 1. Types without one follow by title. */
  place?: number
  /** Whether the editor offers a form and code, or only code. Default: form. */
  editor?: 'form' | 'code'
  schema: z.ZodType<Spec>
  /** A complete, harmless spec; shown in the documentation and run by the tests. */
  example: { readonly name: string; readonly [key: string]: unknown }
  /** Timeout of a run in milliseconds, unless the spec sets one. */
  timeoutMilliseconds: number
  /** Default timeout of a spec that takes longer than others of its type. @returns undefined to use the usual one */
  timeoutFor?(spec: Spec): number | undefined
  /** Most runs of this type at once in one process. */
  concurrency: number
  /** Where a spec can name stored connections. */
  connections?: readonly ConnectionUse[]
  /** Harmless specs that test a connection, by connection type. They name it `TESTED_CONNECTION`. */
  connectionTests?: Readonly<Record<string, (connection: ConnectionValues) => RawSpec>>
  /** Rewrites a spec before it is parsed and stored, for example to move a secret out of an address. */
  rewrite?(written: RawSpec): RawSpec
  /** Scripts in fields of this type, by path, so that they are validated before the spec is stored. */
  scripts?(spec: Spec): readonly OwnScript[]
  /** Set if other systems send results instead of scheduled runs. A run then has the message in `received`. */
  receives?: MessageToken
  /** The address of the target, as lists show it, without secrets. */
  endpoint?(spec: Spec): string | undefined
  /** The host or other resource by which concurrent runs of several checks are limited. */
  target?(spec: Spec): string | undefined
}

/** The token that the sender of a message must show. */
interface MessageToken {
  /** Top-level field of the spec with the token, created by `secretValue`. */
  field: string
  /** Fewest characters. A reference may lead to a shorter token, which is never accepted. */
  shortest: number
}

/** A message that was sent to a check. */
export interface ReceivedMessage {
  /** Headers by name in lower case, without those that authenticate the sender. */
  headers: Readonly<Record<string, string>>
  contentType: string
  text: string
}

/** A script in a field that only one check type has. */
interface OwnScript {
  path: readonly PropertyKey[]
  language: 'template' | 'jsonpath'
  source: string
}

/** What a run of a check may use of the world. */
export interface CheckContext extends RunContext {
  /** The first value that a JSONPath finds. @returns null where it finds nothing; what is wrong with the path */
  jsonPath(source: string, document: Json): Promise<Result<Json, string>>
  /** Takes out what a connection lent: a check may not even ask whether an answer has it. */
  redactConnectionSecrets(text: string): string
  /** The message that this run is about, where the type receives messages. */
  received?: ReceivedMessage | undefined
}

/** Runs a check once. It returns an outcome for every failure of the target. An exception is a defect. */
export type RunCheck<Spec extends CommonCheckSpec> = (
  spec: Spec,
  context: CheckContext,
) => Promise<CheckOutcome>

/**
 * Declares a check type; only types are added, so that `spec.ts` files work in browsers too.
 * @example
 * export const check = defineCheck({
 *   type: 'greeting',
 *   title: 'Greeting',
 *   description: 'Connects and looks at what the server says first.',
 *   icon: 'plug',
 *   schema: z.strictObject({ ...commonCheckFields, host: field(z.string(), { title: 'Host' }) }),
 *   example: { name: 'mail relay', host: '127.0.0.1' },
 *   timeoutMilliseconds: 10_000,
 *   concurrency: 100,
 *   endpoint: (spec) => spec.host,
 *   target: (spec) => spec.host,
 * })
 */
export function defineCheck<Spec extends CommonCheckSpec>(
  definition: CheckDefinition<Spec>,
): CheckDefinition<Spec> {
  return definition
}

/** The spec that a definition's schema accepts. */
export type SpecOf<Definition> = Definition extends CheckDefinition<infer Spec> ? Spec : never
