import * as z from 'zod/mini'
import { readStored, writeStored } from '../utilities/storage.ts'
import { absoluteRange, type AbsoluteRange, isSameRange } from './time-range.ts'

/** Storage key of the recent absolute ranges. */
const KEY = 'binnacle.recentTimeRanges'

/** Maximum number of stored ranges. Source: specification, document 2 section 9. */
const RECENT_RANGES = 5

const stored = z.array(z.object({ from: z.iso.datetime(), to: z.iso.datetime() }))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the recent absolute ranges, newest first; empty if the stored value is invalid. */
export function readRecentRanges(): readonly AbsoluteRange[] {
  const parsed = stored.safeParse(parseJson(readStored(KEY) ?? '[]'))
  if (!parsed.success) return []
  return parsed.data
    .slice(0, RECENT_RANGES)
    .map(({ from, to }) => absoluteRange({ from: Date.parse(from), to: Date.parse(to) }))
}

/** Returns the list of recent ranges with one more added. */
export function withRecentRange(
  ranges: readonly AbsoluteRange[],
  chosen: AbsoluteRange,
): readonly AbsoluteRange[] {
  return [chosen, ...ranges.filter((range) => !isSameRange(range, chosen))].slice(0, RECENT_RANGES)
}

/** Stores an absolute range as the newest one. */
export function rememberRange(chosen: AbsoluteRange): void {
  const ranges = withRecentRange(readRecentRanges(), chosen)
  writeStored(KEY, JSON.stringify(ranges.map(({ from, to }) => ({ from, to }))))
}
