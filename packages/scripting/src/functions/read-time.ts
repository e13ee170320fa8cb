import { readLayout } from './layout.ts'

/** Go's layout of RFC 3339, the default of times in specs. */
const RFC_3339 = '2006-01-02T15:04:05Z07:00'

const namedLayouts: ReadonlyMap<string, string> = new Map([
  ['RFC3339', RFC_3339],
  ['RFC3339Nano', RFC_3339],
  ['RFC1123', 'Mon, 02 Jan 2006 15:04:05 MST'],
  ['RFC1123Z', 'Mon, 02 Jan 2006 15:04:05 -0700'],
  ['RFC822', '02 Jan 06 15:04 MST'],
  ['RFC822Z', '02 Jan 06 15:04 -0700'],
  ['DateTime', '2006-01-02 15:04:05'],
  ['DateOnly', '2006-01-02'],
])

/**
 * Reads a time that is written in a Go layout, or in a layout that Go has a name for. Times without a zone are in UTC.
 * @returns undefined if the text is not written so
 */
export function readTime(text: string, layout = RFC_3339): Date | undefined {
  try {
    const time = readLayout(namedLayouts.get(layout) ?? layout, text, 'UTC')
    return Number.isNaN(time.getTime()) ? undefined : time
  } catch {
    return undefined
  }
}
