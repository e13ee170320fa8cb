import { parentPort } from 'node:worker_threads'
import { threadMilliseconds } from '../cpu-clock.ts'
import { createSandbox } from '../javascript/sandbox.ts'
import type { Job, Outcome } from '../job.ts'
import { bounded, failed, runHere, runtimeOf } from '../run.ts'
import type { Reply } from './pool.ts'

/** Runs what may have to be killed. The pool sends the next job when it has the outcome of the last one. */
const port = parentPort
if (port === null) throw new Error('this is a worker')

const sandbox = await createSandbox()

function run(job: Job): Outcome {
  if (job.script.language !== 'javascript') return runHere(job)
  try {
    return bounded(sandbox.run(job, runtimeOf(job)), job)
  } catch (error) {
    return failed(error)
  }
}

const reply = (message: Reply<Outcome>) => port.postMessage(message)
port.on('message', (job: Job) =>
  reply({ ready: false, outcome: run(job), milliseconds: threadMilliseconds() }),
)
reply({ ready: true, milliseconds: threadMilliseconds() })
