import { describe, expect, test } from 'vitest'
import { cursorAfter, readCursor } from './cursor.ts'
import { futureNote, readWindow } from './window.ts'

const now = new Date('2026-11-23T10:00:00Z')

describe('a range of time', () => {
  test.each([
    [{}, '2026-11-23T09:00:00.000Z', '2026-11-23T10:00:00.000Z'],
    [{ start: '15m' }, '2026-11-23T09:45:00.000Z', '2026-11-23T10:00:00.000Z'],
    [{ start: 'now-1d', end: 'now' }, '2026-11-22T10:00:00.000Z', '2026-11-23T10:00:00.000Z'],
    [{ end: '2026-11-23T08:00:00Z' }, '2026-11-23T07:00:00.000Z', '2026-11-23T08:00:00.000Z'],
  ])('%j is read', (written, from, to) => {
    const window = readWindow(written, now)
    expect([window.from.toISOString(), window.to.toISOString()]).toEqual([from, to])
  })

  test('that ends before it starts, or is not a time, is refused; one in the future says so', () => {
    expect(() => readWindow({ start: '1h', end: '2h' }, now)).toThrow('the start is after the end')
    expect(() => readWindow({ start: 'soon' }, now)).toThrow('"soon" is not a time')
    const future = readWindow({ start: '2999-01-01T00:00:00Z' }, now)
    expect(futureNote(future, now)).toContain('in the future')
  })
})

test('a cursor names the lines of its last millisecond, those of the pages before included', () => {
  const line = (id: string, time: number) => ({ id, time, message: '', labels: {} })
  const first = cursorAfter([line('a', 5), line('b', 3.4), line('c', 3.1)], undefined)
  expect(readCursor(first ?? '')).toEqual({ time: 3, seen: ['b', 'c'] })
  expect(readCursor(cursorAfter([line('d', 3)], readCursor(first ?? '')) ?? '')).toEqual({
    time: 3,
    seen: ['b', 'c', 'd'],
  })
  expect(cursorAfter([], undefined)).toBeUndefined()
  expect(() => readCursor('x')).toThrow('is not one that a search gave')
})
