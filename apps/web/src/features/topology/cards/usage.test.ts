import { expect, test } from 'vitest'
import { usageOf } from './usage.ts'

test('a usage bar is green up to 75, orange above 75 and red above 90 [CHK-021]', () => {
  const tones = [0, 75, 75.1, 90, 90.1, 250].map((percent) => usageOf(percent).tone)
  expect(tones).toEqual(['healthy', 'healthy', 'warning', 'warning', 'unhealthy', 'unhealthy'])
})

test('a usage bar is clamped between 5 and 100 [CHK-022]', () => {
  expect([-3, 0, 5, 42, 100, 250].map((percent) => usageOf(percent).width)).toEqual([5, 5, 5, 42, 100, 100])
})
