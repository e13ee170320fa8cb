import { LONGEST_METRIC_LABEL, metricLabelName, MOST_METRIC_LABELS } from '@binnacle/plugin-kit/checks'
import type { MetricSample } from '../pipeline/index.ts'
import { addTo, type Distribution, emptyDistribution, type Family, type Labels } from './exposition.ts'

interface Series {
  labels: Labels
  value: number | Distribution
  /** Id of the check that wrote it last. */
  owner: string
}

interface Metric {
  type: MetricSample['type']
  series: Map<string, Series>
}

export interface CustomMetricsOptions {
  /** Most series of all checks, and of one check. */
  mostSeries?: number
  mostOfCheck?: number
}

/** Metrics that checks define in `metrics`. */
export interface CustomMetrics {
  add(checkId: string, sample: MetricSample): void
  /** Removes series of checks that no longer exist. */
  keepOnly(checks: ReadonlySet<string>): void
  families(): Family[]
  /** Number of dropped samples: too many series, another type with the same name, or invalid labels. */
  readonly dropped: number
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Whether labels are valid for Prometheus. One invalid label would make the whole page unreadable. Values come from scripts,
 * and redaction may have put a mask into a name.
 */
function isTellable({ type, labels }: MetricSample): boolean {
  const entries = Object.entries(labels)
  return (
    entries.length <= MOST_METRIC_LABELS &&
    entries.every(
      ([name, value]) => metricLabelName.safeParse(name).success && value.length <= LONGEST_METRIC_LABEL,
    ) &&
    // Prometheus uses this name for the bound of a bucket.
    !(type === 'histogram' && Object.hasOwn(labels, 'le'))
  )
}

/** Creates a store of limited size, whatever labels checks use. */
export function createCustomMetrics({
  mostSeries = 10_000,
  mostOfCheck = 200,
}: CustomMetricsOptions = {}): CustomMetrics {
  const metrics = new Map<string, Metric>()
  const byOwner = new Map<string, number>()
  let count = 0
  let dropped = 0

  function change(owner: string, by: number): void {
    const left = (byOwner.get(owner) ?? 0) + by
    if (left <= 0) byOwner.delete(owner)
    else byOwner.set(owner, left)
    count += by
  }

  function seriesFor(metric: Metric, checkId: string, { labels, type }: MetricSample): Series | undefined {
    const key = keyOf(labels)
    const known = metric.series.get(key)
    if (known !== undefined) {
      change(known.owner, -1)
      known.owner = checkId
      change(checkId, 1)
      return known
    }
    if (count >= mostSeries || (byOwner.get(checkId) ?? 0) >= mostOfCheck) return undefined
    const made: Series = { labels, owner: checkId, value: type === 'histogram' ? emptyDistribution() : 0 }
    metric.series.set(key, made)
    change(checkId, 1)
    return made
  }

  return {
    add(checkId, sample) {
      const metric = metrics.get(sample.name) ?? { type: sample.type, series: new Map<string, Series>() }
      const isFit = metric.type === sample.type && isTellable(sample)
      const series = isFit ? seriesFor(metric, checkId, sample) : undefined
      if (series === undefined) {
        dropped += 1
        return
      }
      metrics.set(sample.name, metric)
      if (typeof series.value !== 'number') addTo(series.value, sample.value)
      else if (sample.type === 'gauge') series.value = sample.value
      // A counter must never decrease.
      else series.value += Math.max(0, sample.value)
    },
    keepOnly(checks) {
      for (const [name, metric] of metrics) {
        for (const [key, { owner }] of metric.series) {
          if (checks.has(owner)) continue
          metric.series.delete(key)
          change(owner, -1)
        }
        if (metric.series.size === 0) metrics.delete(name)
      }
    },
    families: () =>
      [...metrics].map(([name, { type, series }]) => ({
        name,
        help: 'Given by checks',
        type,
        series: [...series.values()],
      })),
    get dropped() {
      return dropped
    },
  }
}
