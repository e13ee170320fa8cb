import { parseBytes, parseDuration } from '@binnacle/contract/text'
import { z } from 'zod'

const UNIT_LETTERS = 'kmgtpe'

/**
 * Parses a size such as 512, 10kb, 1.5 GiB. A kilobyte has 1,024 bytes, with and without the i.
 * @returns bytes, or undefined for anything else
 */
export function readSize(written: string | number): number | undefined {
  return typeof written === 'number' ? written : parseBytes(written)
}

/** Formats bytes for people, in units of 1,024. */
export function writeSize(bytes: number): string {
  const power = bytes < 1_024 ? 0 : Math.min(6, Math.floor(Math.log(bytes) / Math.log(1_024)))
  const value = bytes / 1_024 ** power
  return power === 0
    ? `${bytes} B`
    : `${Number(value.toFixed(1))} ${UNIT_LETTERS[power - 1]?.toUpperCase() ?? ''}iB`
}

const months: ReadonlyMap<string, number> = new Map([
  ['M', 1],
  ['y', 12],
])

/**
 * Parses an instant: RFC 3339, or date math such as now-1h, now-1d+30m (units s, m, h, d, w, M, y).
 * @returns undefined for anything else
 */
export function readInstant(text: string, now: Date): Date | undefined {
  if (!text.startsWith('now')) {
    const instant = new Date(text)
    return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(instant.getTime()) ? instant : undefined
  }
  const step = /([+-])(\d+)([smhdwMy])/y
  const instant = new Date(now)
  step.lastIndex = 3
  while (step.lastIndex < text.length) {
    const match = step.exec(text)
    if (match === null) return undefined
    const [, sign, digits, unit = ''] = match
    const count = Number(digits) * (sign === '-' ? -1 : 1)
    const inMonths = months.get(unit)
    if (inMonths === undefined) {
      const length = parseDuration(`1${unit}`)
      instant.setTime(instant.getTime() + count * (length.ok ? length.value : 0))
    } else instant.setUTCMonth(instant.getUTCMonth() + count * inMonths)
  }
  return instant
}

/** A size: bytes as a number, or a text with a unit. */
export const size = z.union([z.number().int().min(0), z.string()]).check((context) => {
  if (readSize(context.value) === undefined)
    context.issues.push({
      code: 'custom',
      message: `"${String(context.value)}" is not a size; write it as 512, 10kb or 1.5gb`,
      input: context.value,
    })
})

/** An age such as 90s, 1h30m or 2d. */
export const age = z
  .string()
  .max(1_024, { abort: true })
  .check((context) => {
    const parsed = parseDuration(context.value)
    if (!parsed.ok) context.issues.push({ code: 'custom', message: parsed.failure, input: context.value })
  })
