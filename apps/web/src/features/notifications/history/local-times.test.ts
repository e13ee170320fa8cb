import { expect, test } from 'vitest'
import { withLocalTimes } from './local-times.ts'

test('times in a reason are those of the reader', () => {
  expect(withLocalTimes('Silenced until 2026-11-24T10:36:29.296Z by ada', 'Europe/Berlin')).toBe(
    'Silenced until 2026-11-24 11:36:29 +01:00 Europe/Berlin by ada',
  )
  expect(withLocalTimes('status 503 at 2026-11-24', 'UTC')).toBe('status 503 at 2026-11-24')
})
