import { expect, test } from 'vitest'
import { describeStrip, hourOf } from './heat-strip.tsx'

test('a strip is said in words, the worst first', () => {
  expect(describeStrip('hhhuw-h')).toBe('1 hour unhealthy, 1 hour warning, 4 hours healthy, 1 hour unknown')
  expect(describeStrip('')).toBe('')
})

test('each hour has its time and its health', () => {
  const end = new Date(2026, 10, 23, 12, 30).getTime()
  expect(hourOf('hu-', end, 0)).toBe('Mon 09:30: Healthy')
  expect(hourOf('hu-', end, 1)).toBe('Mon 10:30: Unhealthy')
  expect(hourOf('hu-', end, 2)).toBe('Mon 11:30: Unknown')
})
