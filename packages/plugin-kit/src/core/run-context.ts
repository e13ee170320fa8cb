import type { Result } from '@binnacle/contract/core'
import type { Egress } from '@binnacle/egress'
import type { z } from 'zod'
import type { CommandRunner } from './commands.ts'
import type { FileAccess } from './files.ts'
import type { Json } from './json.ts'

/** A function of a module of the type that runs in a worker. Input and output are plain data. It can redact. */
export interface WorkerTask<Input, Output> {
  module: URL
  /** What the module exports it as. */
  name: string
  /** Processor time that it may use, in milliseconds. */
  milliseconds: number
  /** Carries the types of the function; holds nothing. */
  types?: ((input: Input, tools: Pick<RunContext, 'redact'>) => Output | Promise<Output>) | undefined
}

/** What a run may use of the world, whatever its family. It touches no database, environment variable, timer or global fetch. */
export interface RunContext {
  /** Aborts when the time is over (its reason is then a TimeoutError) or the product stops. */
  signal: AbortSignal
  /** How long this run may take, in milliseconds. */
  timeoutMilliseconds: number
  /** The present instant. */
  now(): Date
  /** Waits so many milliseconds, or until the signal aborts. */
  wait(milliseconds: number): Promise<void>
  egress: Egress
  commands: CommandRunner
  /** Files of the machine that makes the run. A type reads them in no other way. */
  files: FileAccess
  /** Fills a Go template; what comes out is as secret as what went in. @returns the text, or what is wrong with it */
  template(source: string, variables: Readonly<Record<string, Json>>): Promise<Result<string, string>>
  /**
   * Runs a function where it holds up nobody and can be killed: for reading what targets answer, unless that is short.
   * @returns its output; in words, why it failed: `took longer than 5000 ms`
   */
  work<Input, Output>(task: WorkerTask<Input, Output>, input: Input): Promise<Result<Output, string>>
  /** Replaces the secrets of the spec in a text; for texts that are cut, as half a secret is not recognized later. */
  redact(text: string): string
  /** How the product names itself to servers. */
  userAgent: string
}

/** What a type of any family that makes runs says of itself. */
export interface RunnableDefinition<Spec> {
  /** Key of the type in specs and in the database, and the name of its folder. */
  type: string
  /** Name that people read. */
  title: string
  /** One sentence: what it does. */
  description: string
  /** What a person does before it works, such as where to get a key; markdown, shown in the documentation. */
  setup?: string
  /** Name of the icon. */
  icon: string
  schema: z.ZodType<Spec>
  /** A complete, harmless spec; shown in the documentation and run by the tests. */
  example: Readonly<Record<string, unknown>>
  /** Milliseconds a run may take where the spec does not say. */
  timeoutMilliseconds: number
  /** Runs of this type that may be under way at once in one process. */
  concurrency: number
}
