import { fail, type Result, succeed } from '../core/result.ts'

/** Milliseconds of each unit a duration may be written in. Days and weeks are of fixed length. */
const unitMilliseconds: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
])

/** Milliseconds of the longest duration: 1,000 years, which databases can subtract from the present. */
const LONGEST = 365_250 * 86_400_000

const partPattern = /(\d+(?:\.\d+)?|\.\d+)(ns|us|µs|ms|s|m|h|d|w)/gy

/**
 * Reads a duration such as `90s`, `1h30m` or `1d`: Go's notation with `d` and `w` added.
 * @returns milliseconds, or the reason why the text is not a duration.
 */
export function parseDuration(text: string): Result<number, string> {
  const trimmed = text.trim()
  let total = 0
  let position = 0
  partPattern.lastIndex = 0
  for (let part = partPattern.exec(trimmed); part !== null; part = partPattern.exec(trimmed)) {
    total += Number(part[1]) * (unitMilliseconds.get(part[2] ?? '') ?? 0)
    position = partPattern.lastIndex
  }
  if (position === 0 || position !== trimmed.length)
    return fail(`"${text}" is not a duration; write it as 30s, 5m, 1h30m or 1d`)
  if (total > LONGEST) return fail(`"${text}" is too long`)
  return succeed(total)
}

const composedParts: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
]

/**
 * Composes a duration of d, h, m, s parts, for example 1d2h; ms only below one second.
 * @param milliseconds any length; negative ones are shown without sign
 * @param parts how many parts at most, largest first
 */
export function formatComposedDuration(milliseconds: number, parts = 2): string {
  let rest = Math.abs(Math.round(milliseconds))
  if (rest < 1_000) return `${rest}ms`
  const shown: string[] = []
  for (const [unit, size] of composedParts) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) shown.push(`${count}${unit}`)
    if (shown.length === parts) break
  }
  return shown.join('')
}
