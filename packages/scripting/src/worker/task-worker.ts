import { parentPort } from 'node:worker_threads'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { createRedactor } from '@binnacle/contract/redact'
import { isRecord } from '@binnacle/contract/schema'
import { threadMilliseconds } from '../cpu-clock.ts'
import { failureOf } from '../failure.ts'
import type { Reply } from './pool.ts'
import type { TaskFailure, TaskJob } from './tasks.ts'
import { threadNumber } from './thread-time.ts'

/** Runs functions of modules that the product's code names, one after the other. */
const port = parentPort
if (port === null) throw new Error('this is a worker')

async function run({ module, name, input, secrets }: TaskJob): Promise<Result<unknown, TaskFailure>> {
  try {
    const loaded: unknown = await import(module)
    const task = isRecord(loaded) ? loaded[name] : undefined
    if (typeof task !== 'function') throw new Error(`${module} has no function ${name}`)
    return succeed(await task(input, { redact: createRedactor(secrets) }))
  } catch (error) {
    return fail({ code: 'evaluation', message: failureOf(error).message })
  }
}

const reply = (message: Reply<Result<unknown, TaskFailure>>) => port.postMessage(message)
port.on('message', (job: TaskJob) => {
  void run(job).then((outcome) => reply({ ready: false, outcome, milliseconds: threadMilliseconds() }))
})
reply({ ready: true, milliseconds: threadMilliseconds(), thread: threadNumber() })
