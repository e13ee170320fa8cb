import { expect, test } from 'vitest'
import type { LogLine } from './log-backend.ts'
import { firstLines, pageLength } from './page.ts'

const lineOf = (message: string, labels: Record<string, string> = {}): LogLine => ({
  id: '',
  time: 0,
  message,
  labels,
})
const many = (count: number, line: LogLine) => Array.from({ length: count }, () => line)

test('a page has as many lines as are wanted', () => {
  const lines = many(5, lineOf('x'))
  expect([pageLength(lines, 3), pageLength(lines, 9), pageLength([], 3)]).toEqual([3, 5, 0])
  expect(firstLines(lines, 3)).toHaveLength(3)
})

test.each([
  ['messages', lineOf('x'.repeat(10_000))],
  [
    'labels',
    lineOf('', Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}`, 'x'.repeat(5_000)]))),
  ],
])('long %s make it shorter, and what a backend gives reaches beyond it', (_, line) => {
  const given = firstLines(many(20_000, line), 20_000)
  const length = pageLength(given, 20_000)
  expect(length).toBeGreaterThan(100)
  expect(length).toBeLessThanOrEqual(800)
  expect(given.length).toBeGreaterThan(length)
  expect(given.length).toBeLessThan(2 * length + 3)
})

test('a line that is longer than a page is one', () => {
  expect(pageLength(many(2, lineOf('x'.repeat(9_000_000))), 2)).toBe(1)
})
