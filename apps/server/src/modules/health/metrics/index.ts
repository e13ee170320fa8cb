import { DAY } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import type { FinishedRun } from '../results/result.ts'
import { createCustomMetrics, type CustomMetricsOptions } from './custom.ts'
import { publicEndpoint, wantedLabels } from './labels.ts'
import {
  addTo,
  type Distribution,
  emptyDistribution,
  expose,
  type Family,
  type Labels,
} from './exposition.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { HealthTables } from '../tables.ts'

/** What this process counted of a check since it started. */
interface CheckCounts {
  passed: number
  failed: number
  unknown: number
  durations: Distribution
  /** Responses by HTTP status. */
  codes: Map<number, number>
  certificateExpiry: number | undefined
  packetLoss: number | undefined
}

/** Built-in metrics of checks, with the names of other platforms of this kind, and metrics that checks define. */
export interface CheckMetrics {
  /** Counts a run whose result was stored. */
  count(checkId: string, run: FinishedRun): void
  /**
   * Renders Prometheus' text format. Names, owners and states come from the database: a gauge in memory would be shown by
   * every process that ever ran the check, each with another age.
   */
  text(): Promise<string>
}

/** Most checks of a scrape: more would exceed what Prometheus accepts. */
const MOST_CHECKS = 20_000

const findChecks = (pool: Pool) =>
  tablesOn<HealthTables>(pool)
    .selectFrom('core.checks as checks')
    .innerJoin('core.canaries as canaries', 'canaries.id', 'checks.canary_id')
    .innerJoin('core.check_state as state', 'state.check_id', 'checks.id')
    .select([
      'checks.id',
      'checks.type',
      'checks.name',
      'checks.endpoint',
      'checks.owner',
      'checks.severity',
      'checks.labels',
      'canaries.name as canary_name',
      'canaries.namespace as canary_namespace',
      'state.state',
    ])
    .where('checks.deleted_at', 'is', null)
    // Those that Prometheus sends as alerts would come back to it as metrics.
    .where('checks.pushed', '=', false)
    .orderBy('checks.id')
    .limit(MOST_CHECKS)
    .execute()

type CheckRow = Awaited<ReturnType<typeof findChecks>>[number]

function observe(counted: CheckCounts, { state, duration, details }: FinishedRun): void {
  if (state === 'healthy') counted.passed += 1
  else if (state === 'unhealthy') counted.failed += 1
  else counted.unknown += 1
  if (state !== 'unknown') addTo(counted.durations, duration)
  const code = details?.['code']
  if (typeof code === 'number') counted.codes.set(code, (counted.codes.get(code) ?? 0) + 1)
  const certificate = details?.['certificate']
  const validTo = isRecord(certificate) ? certificate['validTo'] : undefined
  if (typeof validTo === 'string') counted.certificateExpiry = new Date(validTo).getTime()
  const loss = details?.['loss']
  if (typeof loss === 'number') counted.packetLoss = loss
}

/**
 * All metrics of checks.
 * @param now milliseconds since 1970
 * @param labelKeys labels of checks to add to their metrics
 */
function families(
  checks: readonly { row: CheckRow; counted: CheckCounts | undefined }[],
  now: number,
  labelKeys: readonly string[],
): Family[] {
  const identity = ({ id, type, name, canary_name, canary_namespace, labels }: CheckRow): Labels => ({
    ...wantedLabels(labelKeys, labels),
    key: id,
    type,
    canary_name,
    canary_namespace,
    name,
  })
  const all = (row: CheckRow): Labels => ({
    ...identity(row),
    endpoint: publicEndpoint(row.endpoint),
    owner: row.owner ?? '',
    severity: row.severity ?? '',
  })
  const ran = checks.flatMap(({ row, counted }) => (counted === undefined ? [] : [{ row, counted }]))
  const counter = (name: string, help: string, value: (counted: CheckCounts) => number): Family => ({
    name,
    help,
    type: 'counter',
    series: ran.map(({ row, counted }) => ({ labels: all(row), value: value(counted) })),
  })
  const http = ran.filter(({ row }) => row.type === 'http')
  return [
    {
      name: 'canary_check',
      help: 'Whether a check is well: 0 when healthy, 1 when not; nothing while that is unknown',
      type: 'gauge',
      series: checks
        .filter(({ row }) => row.state !== 'unknown')
        .map(({ row }) => ({ labels: identity(row), value: row.state === 'healthy' ? 0 : 1 })),
    },
    {
      name: 'canary_check_info',
      help: 'Checks in use',
      type: 'gauge',
      series: checks.map(({ row }) => ({ labels: all(row), value: 1 })),
    },
    counter(
      'canary_check_count',
      'Runs of a check',
      ({ passed, failed, unknown }) => passed + failed + unknown,
    ),
    counter('canary_check_success_count', 'Runs that were healthy', ({ passed }) => passed),
    counter('canary_check_failed_count', 'Runs that were unhealthy', ({ failed }) => failed),
    counter('canary_check_invalid_count', 'Runs of which nothing could be said', ({ unknown }) => unknown),
    counter(
      'canary_check_error_count',
      'Runs that were not healthy',
      ({ failed, unknown }) => failed + unknown,
    ),
    {
      name: 'canary_check_duration',
      help: 'Milliseconds of runs',
      type: 'histogram',
      series: ran.map(({ row, counted }) => ({ labels: all(row), value: counted.durations })),
    },
    {
      name: 'canary_check_http_response_status',
      help: 'Answers to HTTP checks by status',
      type: 'counter',
      series: http.flatMap(({ row, counted }) =>
        [...counted.codes].map(([code, value]) => ({
          labels: {
            key: row.id,
            status: String(code),
            statusClass: `${Math.floor(code / 100)}xx`,
            url: publicEndpoint(row.endpoint),
          },
          value,
        })),
      ),
    },
    {
      name: 'canary_check_http_ssl_expiry',
      help: 'Days until the certificate expires',
      type: 'gauge',
      series: http.flatMap(({ row, counted: { certificateExpiry } }) =>
        certificateExpiry === undefined
          ? []
          : [
              {
                labels: { key: row.id, url: publicEndpoint(row.endpoint) },
                value: (certificateExpiry - now) / DAY,
              },
            ],
      ),
    },
    {
      name: 'canary_check_icmp_packetloss',
      help: 'Percentage of packets lost',
      type: 'gauge',
      series: ran.flatMap(({ row, counted: { packetLoss } }) =>
        packetLoss === undefined || row.type !== 'icmp'
          ? []
          : [{ labels: { key: row.id, endpoint: publicEndpoint(row.endpoint) }, value: packetLoss }],
      ),
    },
  ]
}

/**
 * Creates the metrics of the checks that this process runs.
 * @param labelKeys labels of checks to add to their metrics
 */
export function createCheckMetrics(
  pool: Pool,
  now: () => Date,
  labelKeys: readonly string[] = [],
  options: CustomMetricsOptions = {},
): CheckMetrics {
  const counts = new Map<string, CheckCounts>()
  const custom = createCustomMetrics(options)

  return {
    count(checkId, run) {
      let counted = counts.get(checkId)
      if (counted === undefined) {
        counted = {
          passed: 0,
          failed: 0,
          unknown: 0,
          durations: emptyDistribution(),
          codes: new Map(),
          certificateExpiry: undefined,
          packetLoss: undefined,
        }
        counts.set(checkId, counted)
      }
      observe(counted, run)
      for (const sample of run.samples) custom.add(checkId, sample)
    },
    async text() {
      const rows = await findChecks(pool)
      if (rows.length < MOST_CHECKS) {
        const present = new Set(rows.map(({ id }) => id))
        custom.keepOnly(present)
        for (const id of counts.keys()) if (!present.has(id)) counts.delete(id)
      }
      const checks = rows.map((row) => ({ row, counted: counts.get(row.id) }))
      return expose([
        ...families(checks, now().getTime(), labelKeys),
        ...custom.families(),
        {
          name: 'binnacle_check_metric_samples_dropped_total',
          help: 'Numbers of checks that found no place among the metrics',
          type: 'counter',
          series: [{ labels: {}, value: custom.dropped }],
        },
      ])
    },
  }
}
