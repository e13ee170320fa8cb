import type { Result } from '@binnacle/contract'
import type { Egress } from '@binnacle/egress'
import type { z } from 'zod'
import type { CommandRunner } from './commands.ts'
import type { CommonCheckSpec } from './common-fields.ts'
import type { ConnectionUse, ConnectionValues, Written } from './connection.ts'
import type { FileAccess } from './files.ts'
import type { Json } from './json.ts'
import type { CheckOutcome } from './outcome.ts'

/** Categories of check types, in the order of the type picker. */
export const checkCategories = ['network', 'database', 'monitoring', 'storage', 'script'] as const
export type CheckCategory = (typeof checkCategories)[number]

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
  connectionTests?: Readonly<Record<string, (connection: ConnectionValues) => Written>>
  /** Rewrites a spec before it is parsed and stored, for example to move a secret out of an address. */
  rewrite?(written: Written): Written
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
export interface MessageToken {
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
export interface OwnScript {
  path: readonly PropertyKey[]
  language: 'template' | 'jsonpath'
  source: string
}

/** A function of the check type that runs in a worker. Input and output are plain data. It can redact. */
export interface WorkerTask<Input, Output> {
  module: URL
  /** Name of the export. */
  name: string
  /** Most processor time in milliseconds. */
  milliseconds: number
  /** Only carries the types of the function; always undefined. */
  types?: ((input: Input, tools: Pick<CheckContext, 'redact'>) => Output | Promise<Output>) | undefined
}

/** Everything that a run may use. It must not use a database, environment variables, timers or the global fetch. */
export interface CheckContext {
  /** Aborts after the timeout (with a TimeoutError as reason) or when the product stops. */
  signal: AbortSignal
  /** Timeout of this run in milliseconds. */
  timeoutMilliseconds: number
  /** The current time. */
  now(): Date
  /** Waits for milliseconds, or until the signal aborts. */
  wait(milliseconds: number): Promise<void>
  egress: Egress
  commands: CommandRunner
  /** Reads files of this machine. A check type must not read them in any other way. */
  files: FileAccess
  /** Renders a Go template. The output is as secret as the variables. @returns the text, or the problem of the template */
  template(source: string, variables: Readonly<Record<string, Json>>): Promise<Result<string, string>>
  /** Finds the first value of a JSONPath. @returns null if there is none, or the problem of the path */
  jsonPath(source: string, document: Json): Promise<Result<Json, string>>
  /**
   * Runs a function in a worker, which can be killed. Use it to parse answers of targets, unless they are short.
   * @returns its output, or why it failed: `took longer than 5000 ms`
   */
  work<Input, Output>(task: WorkerTask<Input, Output>, input: Input): Promise<Result<Output, string>>
  /** Redacts the secrets of the check. Call it before you cut a text, because half a secret is not recognized later. */
  redact(text: string): string
  /** Removes secrets of connections from a text, so that a check cannot even test whether an answer contains them. */
  withoutLent(text: string): string
  /** The message of this run, if the type receives messages. */
  received?: ReceivedMessage | undefined
  /** The user agent of the product. */
  userAgent: string
}

/** Runs a check once. It returns an outcome for every failure of the target. An exception is a defect. */
export type RunCheck<Spec extends CommonCheckSpec> = (
  spec: Spec,
  context: CheckContext,
) => Promise<CheckOutcome>

/** Declares a check type; only types are added, so that `spec.ts` files work in browsers too. */
export function defineCheck<Spec extends CommonCheckSpec>(
  definition: CheckDefinition<Spec>,
): CheckDefinition<Spec> {
  return definition
}

/** The spec that a definition's schema accepts. */
export type SpecOf<Definition> = Definition extends CheckDefinition<infer Spec> ? Spec : never
