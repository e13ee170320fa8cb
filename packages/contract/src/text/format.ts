/** Rounds to at most `digits` decimals and drops trailing zeros. */
function short(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)))
}

/**
 * A latency or run time in one unit: ms below 1 s, s below 1 min, m below 1 h, otherwise h.
 * Source: specification, document 2 section 9.
 * @param milliseconds not negative
 */
export function formatDuration(milliseconds: number): string {
  if (Math.round(milliseconds) < 1_000)
    return `${milliseconds > 0 && milliseconds < 10 ? short(milliseconds, 1) : Math.round(milliseconds)}ms`
  if (milliseconds < 60_000) return `${short(milliseconds / 1_000, 2)}s`
  if (milliseconds < 3_600_000) return `${short(milliseconds / 60_000, 1)}m`
  return `${short(milliseconds / 3_600_000, 1)}h`
}

/** A percentage with one decimal; above 100 as a multiple (250 is 2.5x). */
export function formatPercent(percent: number): string {
  return percent > 100 ? `${short(percent / 100, 1)}x` : `${percent.toFixed(1)}%`
}

/**
 * Uptime as a percentage with two decimals, never rounded up to 100.
 * @returns undefined when nothing was counted
 */
export function formatUptime(passed: number, failed: number): string | undefined {
  const total = passed + failed
  if (total === 0) return undefined
  const percent = (passed / total) * 100
  return `${(failed > 0 ? Math.min(percent, 99.99) : percent).toFixed(2)}%`
}

/** A count; above 999 in thousands, for example 12k+. */
export function formatCount(count: number): string {
  return count > 999 ? `${Math.floor(count / 1_000)}k+` : String(count)
}

/**
 * Parses a size such as 512, 10kb, 1.5 GiB. A kilobyte has 1,024 bytes, with and without the i.
 * @returns bytes, or undefined for anything else
 */
export function parseBytes(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(?:([kmgtpe])i?b?|b(?:ytes)?)?$/i.exec(text.trim())
  if (match === null) return undefined
  const power = match[2] === undefined ? 0 : 'kmgtpe'.indexOf(match[2].toLowerCase()) + 1
  return Math.round(Number(match[1]) * 1_024 ** power)
}

/** Whole bytes in the largest binary unit that keeps at least one digit before the point. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let value = bytes
  let unit = 0
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024
    unit += 1
  }
  return `${short(value, 1)} ${units[unit] ?? 'B'}`
}
