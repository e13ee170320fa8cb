import type { Result } from '@binnacle/contract'
import type { z } from 'zod'
import type { CommonCheckSpec } from './common-fields.ts'
import type { ConnectionUse, ConnectionValues, Written } from './connection.ts'
import type { Json } from './json.ts'
import type { CheckOutcome } from './outcome.ts'
import type { RunContext } from './run-context.ts'

/** What people look for when they choose a check type, in the order in which they are offered. */
export const checkCategories = ['network', 'database', 'monitoring', 'storage', 'script'] as const
export type CheckCategory = (typeof checkCategories)[number]

/** What a check type is: everything the product knows of it, from forms to scheduling, is derived from this. */
export interface CheckDefinition<Spec extends CommonCheckSpec = CommonCheckSpec> {
  /** Key of the type in a canary's spec and in the database. */
  type: string
  /** Other keys by which clients know the type. */
  aliases?: readonly string[]
  /** Name that people read. */
  title: string
  /** One sentence: what it looks at. */
  description: string
  /** Name of the icon of checks of this type. */
  icon: string
  /** Under what people look for it. A type without one is offered after the others. */
  category?: CheckCategory
  /** Its place within the category: 1 is first. Types without a place follow by title. */
  place?: number
  /** How it is entered in the interface: by a form and as code, or as code only. By a form if not given. */
  editor?: 'form' | 'code'
  schema: z.ZodType<Spec>
  /** A complete, harmless spec; shown in the documentation and run by the tests. */
  example: { readonly name: string; readonly [key: string]: unknown }
  /** Milliseconds a run may take where the spec does not say. */
  timeoutMilliseconds: number
  /** The same for a spec that takes longer than others of its type. @returns undefined for one that does not */
  timeoutFor?(spec: Spec): number | undefined
  /** Runs of this type that may be under way at once in one process. */
  concurrency: number
  /** Where a spec can name stored connections. */
  connections?: readonly ConnectionUse[]
  /** Harmless specs that show whether a connection works, by type of connection; they name it as `TESTED_CONNECTION`. */
  connectionTests?: Readonly<Record<string, (connection: ConnectionValues) => Written>>
  /** Changes what was written before it is parsed and stored, as for a secret that stands where it would be shown. */
  rewrite?(written: Written): Written
  /** Scripts in fields of its own, by the path of their field, so that they are looked at before they are stored. */
  scripts?(spec: Spec): readonly OwnScript[]
  /** Given where results are sent to the check, instead of found by runs on a schedule. A run has the message in `received`. */
  receives?: MessageToken
  /** What is checked, in the words people know it by, where there is such a thing. Holds no secret. */
  endpoint?(spec: Spec): string | undefined
  /** The host (or other resource) that runs of several checks share, to limit them together. */
  target?(spec: Spec): string | undefined
}

/** The token that the sender of a message must show. */
export interface MessageToken {
  /** Top-level field of the spec that holds the token, made by `secretValue`. */
  field: string
  /** Characters. A stored reference may lead to a shorter token, which is then never accepted. */
  shortest: number
}

/** A message that was sent to a check. */
export interface ReceivedMessage {
  /** By names in small letters; those that prove who sends are left out. */
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

/** What a run of a check may use of the world. */
export interface CheckContext extends RunContext {
  /** The first value that a JSONPath finds. @returns null where it finds nothing; what is wrong with the path */
  jsonPath(source: string, document: Json): Promise<Result<Json, string>>
  /** Takes out what a connection lent: a check may not even ask whether an answer has it. */
  withoutLent(text: string): string
  /** The message that this run is about, where the type receives messages. */
  received?: ReceivedMessage | undefined
}

/** Runs a check once. It returns a value for every failure of the target; what it throws is a defect. */
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
