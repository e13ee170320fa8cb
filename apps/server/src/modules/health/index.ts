import { flagsInForce } from '../../platform/access/flags.ts'
import { partOf, refusalOf } from '../../platform/access/gate.ts'
import type { DataRule } from '../../platform/data/index.ts'
import { defineKind, type Kind } from '../../platform/kind.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { artifactRoutes } from './artifacts/routes.ts'
import { removeOldArtifacts } from './artifacts/store.ts'
import type { OpenModule } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSpecWriter } from '../../platform/specs/writer.ts'
import { connectionsInUse } from '../connections/index.ts'
import { unhealthyChecks } from '../people/index.ts'
import { silencing } from '../silences/index.ts'
import { keepBuiltinCanaries } from './builtin-canaries.ts'
import { unreadableCanaries } from './canaries/unreadable.ts'
import { createCanaryTrials } from './canaries/try.ts'
import { createCanaryVerbs } from './canaries/verbs.ts'
import { watchFiles } from './files/watch.ts'
import { createCheckMetrics } from './metrics/index.ts'
import { healthPartitions } from './results/partitions.ts'
import { createSilenceMarks } from './queries/silenced.ts'
import { searchChecks } from './queries/search.ts'
import { countUnhealthy } from './queries/unhealthy.ts'
import { removeRetired } from './results/retention.ts'
import { healthRoutes } from './routes.ts'
import { recordMissedCanaryRuns } from './results/canary-runs.ts'
import { createEvaluator } from './runner/evaluator.ts'
import { PreparedChecks } from './runner/prepare.ts'
import { Recorder } from './results/record.ts'
import { CheckSelectors } from './results/selectors.ts'
import { createCheckWorker } from './scheduler/worker.ts'
import { createCanaryParser } from './canary-spec/canary.ts'
import { loadCheckTypes } from './canary-spec/check-types.ts'
import { createWebhookTokens } from './webhook-tokens.ts'
import { createLookups } from './lookups.ts'
import { createOwnedCanaries } from './owned-canaries.ts'
import { checkRelationships, lookups, ownedCanaries, pushedChecks } from './ports.ts'
import { createPushedChecks } from './pushed.ts'
import { createCheckSubject } from './subject.ts'
import { createWebhooks } from './webhooks.ts'

export type { PreparedArtifact } from './artifacts/prepare.ts'
export { createCanaryParser } from './canary-spec/canary.ts'
export { loadCheckTypes } from './canary-spec/check-types.ts'
export { nameFromFile, readCanaryFile } from './canary-spec/document.ts'
export { findFiles } from './files/find.ts'
export {
  type CheckRelationships,
  checkRelationships,
  type LookupAnswer,
  type Lookups,
  lookups,
  type OwnedCanaries,
  ownedCanaries,
  type ParsedLookupChecks,
  type PushedCheck,
  type PushedChecks,
  pushedChecks,
  type RelatedSelector,
} from './ports.ts'
export { readCheckSelectors } from './results/selectors.ts'
export { createLookups } from './lookups.ts'
export { checkSelection } from './queries/search.ts'
export { runCanaryOnce } from './scheduler/once/run-canary.ts'

export { healthPartitions }

const heard = { access: { resource: 'canaries', action: 'read' }, feature: 'health' } as const

/** The kinds of health. */
function healthKinds(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  writeCanaries: NonNullable<DataRule['writes']>,
): readonly Kind[] {
  const own = { resource: 'canaries', feature: 'health' } as const
  return [
    defineKind({
      ...own,
      name: 'checks',
      relations: {
        checks: {},
        check_names: {},
        check_labels: {},
        check_statuses: {},
        artifacts: {},
        check_summary: {},
        check_component_relationships: {},
        check_config_relationships: {},
      },
      find: (selectors, limit) => searchChecks(pool, selectors, limit),
      subject: createCheckSubject(pool, clock),
    }),
    defineKind({
      ...own,
      name: 'canaries',
      relations: { canaries: { writes: writeCanaries }, canaries_with_status: {}, canary_names: {} },
    }),
    defineKind({ ...own, name: 'canary_files' }),
  ]
}

/** Canaries that a log entry names at most. */
const MOST_NAMED = 20
/** Runs under way that the end of the product waits for. Milliseconds. */
const GRACE_MILLISECONDS = 3_000

/** Tables that other modules may read. @public The test of the tables of modules reads it. */
export const readableTables = [
  // Silences cover canaries, and checks of components are written as canaries.
  'core.canaries',
  // Silences, components and causes name checks.
  'core.checks',
  // How a check is decides how components are, and begins a search for causes.
  'core.check_state',
  // Results show when a failure began, and whether any are stored at all.
  'core.check_statuses',
] as const

/** Canaries and their checks: validates, schedules and runs them, stores results, and answers the Health page. */
export const openHealth: OpenModule = async (platform) => {
  const { pool, secrets, clock, log, works, alone } = platform
  const types = await loadCheckTypes()
  const parser = createCanaryParser(types, platform.tasks)
  const dependencies = { pool, types, parser, secrets, clock }
  const sources = { connections: connectionsInUse.of(platform), references: platform.references }
  const unreadable = await unreadableCanaries(pool, types, secrets)
  if (unreadable.length > 0)
    log.warn(
      { canaries: unreadable.slice(0, MOST_NAMED) },
      `SECRET_KEY differs from the key of the secrets of ${unreadable.length} canaries: they cannot be read and have to be entered again`,
    )
  const recorder = new Recorder({ pool, events: platform.events, clock, log })
  pushedChecks.offer(platform, createPushedChecks({ ...platform, recorder }))
  lookups.offer(platform, createLookups({ runner: platform, sources, types, parser }))
  ownedCanaries.offer(platform, createOwnedCanaries(dependencies))
  const checkMetrics = createCheckMetrics(pool, () => clock.now(), platform.configuration.metricLabels)
  const prepared = new PreparedChecks(pool, types, secrets)
  const evaluator = createEvaluator({ pool, prepared, scripts: platform.scripts })
  const { artifactLimits } = platform.configuration
  const selectors = new CheckSelectors({
    pool,
    log,
    changed: (ids) => checkRelationships.find(platform)?.changed(ids),
  })
  const worker = createCheckWorker({
    ...platform,
    ...sources,
    types,
    recorder,
    selectors,
    prepared,
    checkMetrics,
    artifactLimits,
  })
  const canaries = createCanaryVerbs(dependencies)
  const trials = createCanaryTrials({ ...platform, canaries, runner: platform, sources })
  const flags = flagsInForce.of(platform)
  unhealthyChecks.offer(platform, {
    count: async ({ roles }) => (refusalOf(heard, roles, flags) === undefined ? countUnhealthy(pool) : null),
  })
  if (works) await keepBuiltinCanaries(platform, dependencies)
  return {
    name: 'health',
    routes: partOf('health', [
      ...healthRoutes({
        ...dependencies,
        worker,
        evaluator,
        draftTests: platform.draftTests,
        canaries,
        trials,
        marks: createSilenceMarks(silencing.of(platform)),
      }),
      ...artifactRoutes(pool),
    ]),
    receivers: createWebhooks({
      pool,
      prepared,
      tokens: createWebhookTokens(platform.references, clock),
      worker,
    }),
    kinds: healthKinds(platform, createSpecWriter(canaries)),
    jobs: [
      defineJob({
        name: 'RemoveRetiredChecks',
        lane: 'maintenance',
        cron: '41 * * * *',
        record: true,
        manual: {
          description: 'Removes health checks that were deleted more than seven days ago.',
          cost: 'These health checks and their history are removed for good.',
        },
        run: ({ now, log }) => removeRetired(pool, now(), log),
      }),
      defineJob({
        name: 'RemoveOldArtifacts',
        lane: 'maintenance',
        cron: '11 * * * *',
        record: true,
        manual: {
          description:
            'Removes files of check runs that are past their time, or more than there is room for.',
          cost: 'These files are removed for good.',
        },
        run: ({ now, log }) => removeOldArtifacts(pool, artifactLimits, now(), log),
      }),
      defineJob({
        name: 'RecordCanaryRuns',
        lane: 'maintenance',
        cron: '23 * * * *',
        record: true,
        manual: {
          description: 'Writes the runs of health checks into the job history that are not there yet.',
        },
        run: ({ now, log }) => recordMissedCanaryRuns(pool, now(), log),
      }),
    ],
    partitions: healthPartitions,
    metrics: () => checkMetrics.text(),
    takeOver: (processIds) => worker.takeOver(processIds),
    // By now other processes know who reads these files, so that nobody removes their canaries by hand.
    async start() {
      const files = await watchFiles({ ...dependencies, paths: platform.canaryPaths, alone, log })
      platform.parts.onEnd('files of checks', () => files.stop())
      worker.start()
    },
    stop: () => worker.stop(GRACE_MILLISECONDS),
  }
}
