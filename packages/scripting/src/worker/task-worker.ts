import { fail, type Result, succeed } from '@binnacle/contract/core'
import { createRedactor } from '@binnacle/contract/redact'
import { isRecord } from '@binnacle/contract/schema'
import { failureOf } from '../failure.ts'
import { serveJobs } from './serve-jobs.ts'
import type { TaskFailure, TaskJob } from './tasks.ts'

/** Runs functions of modules that the product's code names, one after the other. */
const failed = (error: unknown): Result<unknown, TaskFailure> =>
  fail({ code: 'evaluation', message: failureOf(error).message })

async function run({ module, name, input, secrets }: TaskJob): Promise<Result<unknown, TaskFailure>> {
  try {
    const loaded: unknown = await import(module)
    const task = isRecord(loaded) ? loaded[name] : undefined
    if (typeof task !== 'function') throw new Error(`${module} has no function ${name}`)
    return succeed(await task(input, { redact: createRedactor(secrets) }))
  } catch (error) {
    return failed(error)
  }
}

const isJob = (value: unknown): value is TaskJob => isRecord(value) && typeof value['module'] === 'string'

serveJobs(isJob, run, failed)
