import type { ResourceSelector } from '@binnacle/contract'
import type { Configuration } from '../../platform/configuration.ts'
import type { Database } from '../../platform/database/index.ts'
import type { DataRule, DataRules } from '../../platform/data/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { partOf } from '../../platform/http/gate.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import type { Job } from '../../platform/jobs/index.ts'
import type { Live } from '../../platform/live/index.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { removeCanaries } from './canaries/remove.ts'
import { saveCanary } from './canaries/save.ts'
import { unreadableCanaries } from './canaries/unreadable.ts'
import { createCanaryTrials } from './canaries/try.ts'
import { createCanaryVerbs } from './canaries/verbs.ts'
import { createCanaryWriter } from './canaries/writer.ts'
import { watchFiles } from './files/watch.ts'
import { searchChecks } from './queries/search.ts'
import { createCheckMetrics } from './metrics/index.ts'
import { removeRetired } from './retention.ts'
import { healthRoutes } from './routes.ts'
import { keepCanaryRuns } from './running/canary-runs.ts'
import type { CheckSources } from './running/connections.ts'
import { createEvaluator } from './running/evaluator.ts'
import { PreparedChecks } from './running/prepare.ts'
import { Recorder } from './running/record.ts'
import type { RunnerParts } from './running/runner.ts'
import { createCheckWorker } from './running/worker.ts'
import { builtinCanaries, BUILTIN_SOURCE } from './self-watch.ts'
import { canaryMetadata, createCanaryParser } from './spec/canary.ts'
import { loadCheckTypes } from './spec/check-types.ts'
import { createWebhooks } from './webhooks.ts'

export { createCanaryParser } from './spec/canary.ts'
export { loadCheckTypes } from './spec/check-types.ts'
export { readCanaryFile } from './spec/document.ts'
export { findFiles } from './files/find.ts'
export { runCanaryOnce } from './running/run-canary.ts'

export { healthPartitions } from './partitions.ts'

const heard = { access: { resource: 'canaries', action: 'read' }, feature: 'health' } as const

/** Who may hear of changes. */
export const healthTopics: LiveTopics = { checks: heard, canaries: heard, canary_files: heard }

const readable: DataRule = { resource: 'canaries', feature: 'health' }

/** What the data service shows of health. */
function healthData(canaryWriter: NonNullable<DataRule['writes']>): DataRules {
  return {
    canaries: { ...readable, writes: canaryWriter },
    canaries_with_status: readable,
    canary_names: readable,
    checks: readable,
    check_names: readable,
    check_labels: readable,
    check_statuses: readable,
    check_summary: readable,
    check_component_relationships: readable,
    check_config_relationships: readable,
  }
}
/** Canaries that a log entry names at most. */
const MOST_NAMED = 20

export interface HealthModuleOptions extends RunnerParts, CheckSources {
  database: Database
  secrets: Secrets
  live: Live
  metrics: Metrics
  processId: string
  /** Keys of labels of checks that stand on their metrics. */
  metricLabels: readonly string[]
}

/** Checks: what they are, when and where they run, what they said. */
export async function createHealthModule(options: HealthModuleOptions) {
  const { pool } = options.database
  const { secrets, clock, log } = options
  const types = await loadCheckTypes()
  const parser = createCanaryParser(types, options.tasks)
  const parts = { pool, types, parser, secrets, clock }
  const unreadable = await unreadableCanaries(pool, types, secrets)
  if (unreadable.length > 0)
    log.warn(
      { canaries: unreadable.slice(0, MOST_NAMED) },
      `SECRET_KEY is another one than that of the secrets of ${unreadable.length} canaries: they cannot be read and have to be entered again`,
    )
  const recorder = new Recorder(pool, clock, log)
  const checkMetrics = createCheckMetrics(pool, () => clock.now(), options.metricLabels)
  options.metrics.addSource(() => checkMetrics.text())
  const prepared = new PreparedChecks(pool, types, secrets)
  const evaluator = createEvaluator({ pool, prepared, scripts: options.scripts })
  const worker = createCheckWorker({ ...options, pool, types, recorder, prepared, checkMetrics })

  /** Brings the canaries of the product itself up to date, or takes them away. */
  async function watchSelf(wanted: boolean, configuration: Configuration, dataFolder: string): Promise<void> {
    const builtins = wanted
      ? await builtinCanaries({ configuration, egress: options.egress, dataFolder })
      : []
    await inTransaction(pool, async (client) => {
      const kept: string[] = []
      for (const { name, spec } of builtins) {
        const parsed = await parser.parseSpec(spec)
        if (!parsed.ok)
          throw new Error(`the built-in canary ${name} is not valid: ${JSON.stringify(parsed.failure)}`)
        const metadata = canaryMetadata.parse({ name, namespace: 'binnacle' })
        const input = {
          metadata,
          spec: parsed.value,
          source: BUILTIN_SOURCE,
          createdBy: null,
          by: BUILTIN_SOURCE,
        }
        kept.push((await saveCanary(client, { ...parts, now: clock.now() }, input)).id)
      }
      const { rows } = await client.query<{ id: string }>(
        `select id from core.canaries where source = $1 and deleted_at is null and id <> all($2)`,
        [BUILTIN_SOURCE, kept],
      )
      await removeCanaries(
        client,
        { now: clock.now(), by: BUILTIN_SOURCE },
        rows.map((row) => row.id),
      )
    })
  }

  const canaries = createCanaryVerbs(parts)
  const trials = createCanaryTrials({
    pool,
    canaries,
    runner: options,
    sources: options,
  })
  const receivers = createWebhooks({ pool, prepared, sources: options, worker })
  const cleanUp: Job = {
    name: 'RemoveRetiredChecks',
    cron: '41 * * * *',
    run: ({ now }) => removeRetired(pool, now()),
  }

  const keepRuns: Job = {
    name: 'RecordCanaryRuns',
    cron: '23 * * * *',
    run: ({ now }) => keepCanaryRuns(pool, now()),
  }

  return {
    worker,
    receivers,
    watchSelf,
    watchFiles: (paths: readonly string[], alone: boolean) => watchFiles({ ...parts, paths, alone, log }),
    routes: partOf('health', healthRoutes({ ...parts, worker, evaluator, canaries, trials })),
    searchChecks: (selectors: readonly ResourceSelector[], limit: number) =>
      searchChecks(pool, selectors, limit),
    data: healthData(createCanaryWriter(canaries)),
    jobs: [cleanUp, keepRuns],
  }
}
