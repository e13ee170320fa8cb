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
import type { Claim } from './claim.ts'

/** What a worker is made of. */
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

/** A claimed check that is to be run. */
export interface Order {
  claim: Claim
  kept: CachedCheck
  /** Whether it runs because it is due; otherwise someone asked for it. */
  scheduled: boolean
  /** What was sent to it. */
  received?: ReceivedMessage | undefined
}
