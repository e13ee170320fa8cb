import { storeArtifacts } from '../../artifacts/store.ts'
import { type FinishedRun, withArtifacts } from '../../results/result.ts'
import type { ClaimedRun, WorkerDependencies } from '../dependencies.ts'
import { writeTransformedChecks } from './transformed-checks.ts'

/** Stores the transformed checks of a run. @returns the run; its message names the checks that were not stored */
export async function storeTransformedChecks(
  { pool, recorder, selectors, clock, log }: WorkerDependencies,
  { claim, check }: ClaimedRun,
  run: FinishedRun,
): Promise<FinishedRun> {
  const { subject, thresholds, receives } = check.plan
  const { transformed } = run
  if (transformed === undefined) return run
  const { name } = subject.check
  const parent = {
    claim,
    name,
    canaryId: subject.canary.id,
    thresholds,
    time: run.time,
    returnsAll: !receives,
  }
  let leftOut: string[] = []
  try {
    leftOut = await writeTransformedChecks({ pool, recorder, selectors, clock }, parent, transformed)
  } catch (error) {
    // The result of the check itself waits for the database. Its transformed checks come again with its next run.
    log.error({ check: claim.check_id, reason: String(error) }, 'checks that a run gave could not be stored')
  }
  if (leftOut.length === 0) return run
  const message = `not stored, as other checks of the canary have their names: ${leftOut.slice(0, 10).join(', ')}`
  return { ...run, message: [run.message, message].filter((text) => text !== null).join('; ') }
}

/** Stores the files of a run. @returns their ids, and the run; it says so if the files could not be stored */
export async function storeRunFiles(
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
    // Files are too large to wait in memory for the database, as results do.
    log.error({ check: checkId, reason: String(error) }, 'artifacts of a run could not be stored')
    const leftOut = ['no file was stored, as the database could not store them']
    return { result: withArtifacts(run, { artifacts: [], leftOut }), fileIds: [] }
  }
}
