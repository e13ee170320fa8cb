import { storeArtifacts } from '../artifacts/store.ts'
import { type FinishedRun, withArtifacts } from '../results/result.ts'
import type { Order, WorkerDependencies } from './parts.ts'
import { storeTransformed } from './transformed.ts'

/** Stores the checks that a run gave. @returns the run, with what was left out in its message */
export async function keepTransformed(
  { pool, recorder, selectors, clock, log }: WorkerDependencies,
  { claim, kept }: Order,
  run: FinishedRun,
): Promise<FinishedRun> {
  const { subject, thresholds, receives } = kept.plan
  const { transformed } = run
  if (transformed === undefined) return run
  const { name } = subject.check
  const producer = {
    claim,
    name,
    canaryId: subject.canary.id,
    thresholds,
    time: run.time,
    givesAll: !receives,
  }
  let leftOut: string[] = []
  try {
    leftOut = await storeTransformed({ pool, recorder, selectors, clock }, producer, transformed)
  } catch (error) {
    // The result of the check itself waits for the database; those that it gave come with its next run.
    log.error({ check: claim.check_id, reason: String(error) }, 'checks that a run gave could not be stored')
  }
  if (leftOut.length === 0) return run
  const message = `not stored, as other checks of the canary have their names: ${leftOut.slice(0, 10).join(', ')}`
  return { ...run, message: [run.message, message].filter((text) => text !== null).join('; ') }
}

/** Stores the files that a run left. @returns the run, which says so where they could not be stored, and their ids */
export async function keepFiles(
  { pool, artifactLimits, log }: WorkerDependencies,
  checkId: string,
  run: FinishedRun,
): Promise<{ result: FinishedRun; fileIds: readonly string[] }> {
  const { artifacts, time } = run
  if (artifacts.length === 0) return { result: run, fileIds: [] }
  try {
    const fileIds = await storeArtifacts(pool, { checkId, time }, artifacts, artifactLimits)
    return { result: run, fileIds }
  } catch (error) {
    // They are too large to wait for the database with the result.
    log.error({ check: checkId, reason: String(error) }, 'artifacts of a run could not be stored')
    const leftOut = ['no file was kept, as the database could not store them']
    return { result: withArtifacts(run, { artifacts: [], leftOut }), fileIds: [] }
  }
}
