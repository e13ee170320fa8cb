import { fail, type Result } from '@binnacle/contract/core'
import { type JsonFailure, parseBoundedJson } from './bounded-json.ts'
import type { Json } from './json.ts'
import type { RunContext, WorkerTask } from './run-context.ts'

/** Characters of the longest text that is parsed in the thread that answers requests. */
export const LONGEST_PARSED_HERE = 65_536

/** Parses a long text in a worker. */
export function parseLongJson(text: string): Result<Json, JsonFailure> {
  return parseBoundedJson(text)
}

/** Whether a long text is JSON: in a worker, so that nothing but the answer comes back. */
export function examineLongJson(text: string): Result<true, JsonFailure> {
  const parsed = parseBoundedJson(text)
  return parsed.ok ? { ok: true, value: true } : parsed
}

const module = new URL('long-json.ts', import.meta.url)
const parseTask: WorkerTask<string, Result<Json, JsonFailure>> = {
  module,
  name: 'parseLongJson',
  milliseconds: 5_000,
}
const examineTask: WorkerTask<string, Result<true, JsonFailure>> = {
  module,
  name: 'examineLongJson',
  milliseconds: 5_000,
}

async function elsewhere<Value>(
  task: WorkerTask<string, Result<Value, JsonFailure>>,
  text: string,
  { work }: Pick<RunContext, 'work'>,
): Promise<Result<Value, JsonFailure>> {
  const done = await work(task, text)
  return done.ok ? done.value : fail({ isJson: undefined, message: `cannot be parsed: ${done.failure}` })
}

/** Parses JSON of a target. A text above 64 KiB is parsed in a worker, where it holds up nobody. */
export async function parseJson(
  text: string,
  context: Pick<RunContext, 'work'>,
): Promise<Result<Json, JsonFailure>> {
  return text.length <= LONGEST_PARSED_HERE ? parseBoundedJson(text) : elsewhere(parseTask, text, context)
}

/** Says whether a text is JSON, in a worker if it is above 64 KiB. */
export async function examineJson(
  text: string,
  context: Pick<RunContext, 'work'>,
): Promise<Result<true, JsonFailure>> {
  return text.length <= LONGEST_PARSED_HERE ? examineLongJson(text) : elsewhere(examineTask, text, context)
}
