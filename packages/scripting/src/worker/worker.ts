import { parentPort } from 'node:worker_threads'
import { threadMilliseconds } from '../cpu-clock.ts'
import { prepareJq, releaseJq } from '../functions/queries/jq.ts'
import { createSandbox } from '../javascript/sandbox.ts'
import type { Job, Outcome } from '../job.ts'
import { bounded, failed, runHere, runtimeOf } from '../run.ts'
import type { Reply } from './pool.ts'
import { threadNumber } from './thread-time.ts'

/** Runs jobs that may have to be killed. The pool sends the next job after the outcome of the last one. */
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

async function answer(job: Job): Promise<void> {
  let outcome: Outcome
  try {
    await prepareJq(job.script.source)
    outcome = run(job)
  } catch (error) {
    outcome = failed(error)
  } finally {
    releaseJq()
  }
  reply({ ready: false, outcome, milliseconds: threadMilliseconds() })
}

port.on('message', (job: Job) => void answer(job))
reply({ ready: true, milliseconds: threadMilliseconds(), thread: threadNumber() })
