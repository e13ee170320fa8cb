import * as z from 'zod/mini'
import { readStored, writeStored } from '../utilities/storage.ts'
import { absoluteRange, type AbsoluteRange, isSameRange } from './time-range.ts'

/** Where this browser remembers the absolute ranges that were chosen last. */
const KEY = 'binnacle.recentTimeRanges'

/** Absolute ranges that are remembered. Source: specification, document 2 section 9. */
const RECENT_RANGES = 5

const stored = z.array(z.object({ from: z.iso.datetime(), to: z.iso.datetime() }))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The absolute ranges chosen last, the newest first; none if what is stored is no list of them. */
export function readRecentRanges(): readonly AbsoluteRange[] {
  const parsed = stored.safeParse(parseJson(readStored(KEY) ?? '[]'))
  if (!parsed.success) return []
  return parsed.data
    .slice(0, RECENT_RANGES)
    .map(({ from, to }) => absoluteRange({ from: Date.parse(from), to: Date.parse(to) }))
}

/** A list of recent ranges after one more was chosen. */
export function withRecentRange(
  ranges: readonly AbsoluteRange[],
  chosen: AbsoluteRange,
): readonly AbsoluteRange[] {
  return [chosen, ...ranges.filter((range) => !isSameRange(range, chosen))].slice(0, RECENT_RANGES)
}

/** Remembers an absolute range as the newest one. */
export function rememberRange(chosen: AbsoluteRange): void {
  const ranges = withRecentRange(readRecentRanges(), chosen)
  writeStored(KEY, JSON.stringify(ranges.map(({ from, to }) => ({ from, to }))))
}
