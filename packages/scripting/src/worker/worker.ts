import { isRecord } from '@binnacle/contract/schema'
import { prepareJq, releaseJq } from '../functions/queries/jq.ts'
import { createSandbox } from '../javascript/sandbox.ts'
import type { Job, Outcome } from '../job.ts'
import { bounded, failed, runHere, runtimeOf } from '../run.ts'
import { serveJobs } from './serve-jobs.ts'

/** Runs scripts that may have to be killed. */
const sandbox = await createSandbox()

function run(job: Job): Outcome {
  if (job.script.language !== 'javascript') return runHere(job)
  try {
    return bounded(sandbox.run(job, runtimeOf(job)), job)
  } catch (error) {
    return failed(error)
  }
}

async function answer(job: Job): Promise<Outcome> {
  try {
    await prepareJq(job.script.source)
    return run(job)
  } catch (error) {
    return failed(error)
  } finally {
    releaseJq()
  }
}

const isJob = (value: unknown): value is Job => isRecord(value) && isRecord(value['script'])

serveJobs(isJob, answer, failed)
