import { cpus, totalmem } from 'node:os'

/** Middle and spread of a few runs, such as `412 (398–431, 5 runs)`. */
export function spread(values: readonly number[], digits = 0): string {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  const [least = 0] = sorted
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${(sorted.at(-1) ?? 0).toFixed(digits)}, ${sorted.length} runs)`
}

/** The value below which a share of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** What the figures were measured on. */
export function machine(): string {
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
}
