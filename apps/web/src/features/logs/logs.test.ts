import { describe, expect, test } from 'vitest'
import { readSizes } from './column-sizes.ts'
import { readLineReference, readRange, writeLineReference, writeRange } from './filters.ts'
import { splitMatches } from './highlight.tsx'
import { createLiveLines, MOST_LIVE } from './live-lines.ts'

const line = (id: number) => ({ id: String(id), timestamp: '2026-11-23T10:00:00Z', message: '', labels: {} })
const many = (count: number, first = 0) => Array.from({ length: count }, (_, index) => line(first + index))

describe('live lines', () => {
  test('are bounded, and what is let go is counted', () => {
    const live = createLiveLines()
    for (let round = 0; round < 30; round += 1) live.add(many(1_000, round * 1_000), 0)
    expect(live.state().count).toBeLessThanOrEqual(MOST_LIVE + 2_000)
    expect(live.state().count + live.state().dropped).toBe(30_000)
    expect(live.state().lines.at(-1)?.id).toBe('29999')
  })

  test('wait while they are paused, and the server says what it left out', () => {
    const live = createLiveLines()
    live.add(many(2), 0)
    live.pause()
    live.add(many(3, 2), 7)
    expect([live.state().count, live.state().waiting, live.state().dropped]).toEqual([2, 3, 7])
    live.resume()
    expect([live.state().count, live.state().waiting]).toEqual([5, 0])
  })
})

test('words are found in a message whatever their case; signs of patterns are texts', () => {
  expect(splitMatches('a (b) A', ['a', '(b)'])).toEqual(['', 'a', ' ', '(b)', ' ', 'A', ''])
  expect(splitMatches('x', [])).toEqual(['x'])
})

test('the widths of columns are read from what was stored, or are the usual ones [LOG-008]', () => {
  expect(readSizes('{"time": 100, "labels": 200}')).toEqual({ time: 100, labels: 200 })
  expect(readSizes('nonsense')).toEqual(readSizes(undefined))
})

test('a range of time and a line are in the address [LOG-002]', () => {
  expect(readRange({ start: '45m', end: undefined })).toMatchObject({ range: 'now-45m' })
  expect(readRange({ start: 'nonsense', end: undefined })).toMatchObject({ range: 'now-1h' })
  expect(writeRange(readRange({ start: '6h', end: undefined }))).toEqual({ start: '6h', end: undefined })
  const ends = { start: '2026-11-23T10:00:00.000Z', end: '2026-11-23T11:00:00.000Z' }
  expect(writeRange(readRange(ends))).toEqual(ends)
  expect(readRange({ start: undefined, end: undefined })).toMatchObject({ range: 'now-1h' })
  expect(readLineReference(writeLineReference({ timestamp: ends.start, id: 'a~b' }))).toEqual({
    timestamp: ends.start,
    id: 'a~b',
  })
  expect(readLineReference('nonsense')).toBeUndefined()
})
