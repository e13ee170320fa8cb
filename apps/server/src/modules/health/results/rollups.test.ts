import { DAY, HOUR } from '@binnacle/contract/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolutionFor, rollups, stretchesOf } from './rollups.ts'

const now = new Date('2026-11-21T19:47:10Z')

/** Stretches in short, such as `5m 18:45–19:00`. */
function covered(from: string, to = now): string[] {
  return stretchesOf({ from: new Date(from), to }, now).map(
    (stretch) =>
      `${stretch.table.replace('core.check_rollups_', '')} ${stretch.from.toISOString().slice(5, 16)} ${stretch.to.toISOString().slice(5, 16)}`,
  )
}

test('an hour is five minutes up to a full hour, and the hour under way', () => {
  expect(covered('2026-11-21T18:47:10Z')).toEqual([
    '5m 11-21T18:45 11-21T19:00',
    '1h 11-21T19:00 11-22T00:00',
  ])
})

test('longer ranges have wider stretches in their middle, and coarser ends', () => {
  expect(covered('2026-11-20T19:47:10Z')).toEqual([
    '1h 11-20T19:00 11-21T00:00',
    '1d 11-21T00:00 11-22T00:00',
  ])
  expect(covered('2026-10-22T19:47:10Z')).toEqual(['1d 10-22T00:00 11-22T00:00'])
})

test('a range in the past is cut at both ends', () => {
  expect(covered('2026-11-20T22:33:00Z', new Date('2026-11-21T01:11:00Z'))).toEqual([
    '5m 11-20T22:30 11-20T23:00',
    '1h 11-20T23:00 11-21T01:00',
    '5m 11-21T01:00 11-21T01:15',
  ])
})

test('where five minutes are not kept any more, hours are shown instead', () => {
  expect(covered('2026-11-01T22:33:00Z', new Date('2026-11-01T23:40:00Z'))).toEqual([
    '1h 11-01T22:00 11-02T00:00',
  ])
})

test('stretches cover a range without a gap, count nothing twice, and are a twelfth of it off at most', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 7 * DAY }),
      fc.integer({ min: HOUR, max: 400 * DAY }),
      (age, length) => {
        const to = now.getTime() - age
        const from = to - length
        const stretches = stretchesOf({ from: new Date(from), to: new Date(to) }, now)
        const starts = stretches.map((stretch) => stretch.from.getTime())
        const ends = stretches.map((stretch) => stretch.to.getTime())
        expect(starts.slice(1)).toEqual(ends.slice(0, -1))
        const [first = 0, last = 0] = [starts[0], ends.at(-1)]
        expect(first).toBeLessThanOrEqual(from)
        expect(last).toBeGreaterThanOrEqual(to)
        const fineRows = from > now.getTime() - 8 * DAY
        expect(fineRows ? from - first : 0).toBeLessThanOrEqual(length / 12)
        for (const { table, from: start, to: end } of stretches) {
          const { width = 1 } = rollups.find((rollup) => rollup.table === table) ?? {}
          expect([start.getTime() % width, end.getTime() % width]).toEqual([0, 0])
        }
      },
    ),
  )
})

test.each([
  [2 * HOUR, 0, undefined, 60_000],
  [2 * HOUR, 40 * DAY, 'core.check_rollups_1h', HOUR],
  [DAY, 0, 'core.check_rollups_5m', 900_000],
  [DAY, 10 * DAY, 'core.check_rollups_1h', HOUR],
  [30 * DAY, 0, 'core.check_rollups_1h', 4 * HOUR],
  [364 * DAY, 0, 'core.check_rollups_1d', DAY],
  [364 * DAY, 10 * DAY, 'core.check_rollups_1d', 7 * DAY],
])('a chart of %d ms that ended %d ms ago reads %s in points of %d ms', (length, age, table, width) => {
  const to = now.getTime() - age
  const resolution = resolutionFor({ from: new Date(to - length), to: new Date(to) }, now)
  expect([resolution.rollup?.table, resolution.width]).toEqual([table, width])
})
