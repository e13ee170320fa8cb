import { expect, test } from 'vitest'
import { describeStrip } from './heat-strip.tsx'

test('a strip is said in words, the worst first', () => {
  expect(describeStrip('hhhuw-h')).toBe('1 hour unhealthy, 1 hour warning, 4 hours healthy, 1 hour unknown')
  expect(describeStrip('')).toBe('')
})
