import type { ReceivedMessage } from '@binnacle/plugin-kit/checks'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import type { Live } from '../../../platform/live/index.ts'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { ArtifactLimits } from '../artifacts/store.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import type { CheckMetrics } from '../metrics/index.ts'
import type { Recorder } from '../results/record.ts'
import type { CheckSelectors } from '../results/selectors.ts'
import type { SpecSources } from '../../../platform/specs/complete.ts'
import type { CachedCheck, PreparedChecks } from '../runner/prepare.ts'
import type { RunnerDependencies } from '../runner/runner.ts'
import type { Claim } from './claim/claim.ts'

/** What a worker uses of the module and the platform. */
export interface WorkerDependencies extends RunnerDependencies, SpecSources {
  pool: Pool
  processId: string
  types: CheckTypes
  prepared: PreparedChecks
  recorder: Recorder
  selectors: CheckSelectors
  artifactLimits: ArtifactLimits
  live: Live
  metrics: Metrics
  checkMetrics: CheckMetrics
  clock: Clock
  log: Log
}

/** A run of a check whose lease this process has. */
export interface ClaimedRun {
  claim: Claim
  check: CachedCheck
  /** Whether it runs because it is due; otherwise someone requested it. */
  scheduled: boolean
  /** The message that was sent to it. */
  received?: ReceivedMessage | undefined
}
