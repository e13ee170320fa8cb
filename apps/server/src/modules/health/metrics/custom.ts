import { LONGEST_METRIC_LABEL, metricLabelName, MOST_METRIC_LABELS } from '@binnacle/plugin-kit'
import type { MetricSample } from '../pipeline/index.ts'
import { addTo, type Distribution, emptyDistribution, type Family, type Labels } from './exposition.ts'

interface Series {
  labels: Labels
  value: number | Distribution
  /** Check that wrote it last. */
  owner: string
}

interface Metric {
  type: MetricSample['type']
  series: Map<string, Series>
}

export interface CustomMetricsOptions {
  /** Series of all checks together, and of one. */
  mostSeries?: number
  mostOfCheck?: number
}

/** Numbers that checks give by their `metrics`. */
export interface CustomMetrics {
  add(checkId: string, sample: MetricSample): void
  /** Forgets series whose check is no more. */
  keepOnly(checks: ReadonlySet<string>): void
  families(): Family[]
  /** Samples that found no place: too many series, another type of the same name, or labels that cannot be told. */
  readonly dropped: number
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Whether labels can stand on the page: one that cannot would make all of it unreadable. Values come from scripts, and
 * names may hold a mask by now.
 */
function isTellable({ type, labels }: MetricSample): boolean {
  const entries = Object.entries(labels)
  return (
    entries.length <= MOST_METRIC_LABELS &&
    entries.every(
      ([name, value]) => metricLabelName.safeParse(name).success && value.length <= LONGEST_METRIC_LABEL,
    ) &&
    // The bound of a bucket has this name.
    !(type === 'histogram' && Object.hasOwn(labels, 'le'))
  )
}

/** Makes a store whose size is bounded, whatever labels checks give. */
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
      // A counter only ever grows.
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
