/** A histogram: number of values for each bound, their sum and their count. */
export interface Distribution {
  /** Values by bound, not cumulative. */
  counts: number[]
  sum: number
  count: number
}

/** Upper bounds; milliseconds where durations are counted. */
const BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const

/** A distribution without values. */
export function emptyDistribution(): Distribution {
  return { counts: BOUNDS.map(() => 0), sum: 0, count: 0 }
}

/** Counts one more value. */
export function addTo(distribution: Distribution, value: number): void {
  const index = BOUNDS.findIndex((bound) => value <= bound)
  if (index !== -1) distribution.counts[index] = (distribution.counts[index] ?? 0) + 1
  distribution.sum += value
  distribution.count += 1
}

export type Labels = Readonly<Record<string, string>>

export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  series: readonly { labels: Labels; value: number | Distribution }[]
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('"', String.raw`\"`)
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

function distributionLines(name: string, labels: Labels, { counts, sum, count }: Distribution): string[] {
  let total = 0
  const buckets = BOUNDS.map((bound, index) => {
    total += counts[index] ?? 0
    return line(`${name}_bucket`, { ...labels, le: String(bound) }, total)
  })
  return [
    ...buckets,
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ]
}

/** Renders families in Prometheus' text format, version 0.0.4. Leaves out those without series. */
export function expose(families: readonly Family[]): string {
  return families
    .filter(({ series }) => series.length > 0)
    .flatMap(({ name, help, type, series }) => [
      `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', String.raw`\n`)}`,
      `# TYPE ${name} ${type}`,
      ...series.flatMap(({ labels, value }) =>
        typeof value === 'number' ? [line(name, labels, value)] : distributionLines(name, labels, value),
      ),
    ])
    .map((text) => `${text}\n`)
    .join('')
}
