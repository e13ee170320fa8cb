import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatComposedDuration, parseDuration } from './duration.ts'

describe('parseDuration', () => {
  test.each([
    ['30s', 30_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['100ms', 100],
    ['1d', 86_400_000],
    ['2w', 1_209_600_000],
    [' 5m ', 300_000],
  ])('%s is %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: milliseconds })
  })

  test.each(['', '5', 's', '5 minutes', '1h-30m', '-5s', '5x', '1h 30m'])('"%s" is no duration', (text) => {
    const parsed = parseDuration(text)
    expect(parsed.ok).toBe(false)
    expect(parsed.ok ? '' : parsed.failure).toContain(`"${text}"`)
  })

  test.each(['365251d', '99999999999999w', `${'9'.repeat(400)}s`])('%s is too long', (text) => {
    expect(parseDuration(text)).toEqual({ ok: false, failure: `"${text}" is too long` })
  })

  test('any text is either a duration or a reason, never an exception', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseDuration(text)
        return parsed.ok ? Number.isFinite(parsed.value) : parsed.failure.length > 0
      }),
    )
  })

  test('what is composed is read back as the same length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 * 365 * 86_400 }), (seconds) => {
        const parsed = parseDuration(formatComposedDuration(seconds * 1_000, 4))
        expect(parsed).toEqual({ ok: true, value: seconds * 1_000 })
      }),
    )
  })
})

test.each([
  [0, '0ms'],
  [999, '999ms'],
  [1_000, '1s'],
  [93_600_000, '1d2h'],
  [86_400_000, '1d'],
  [90_061_001, '1d1h'],
])('a composed duration of %d ms reads %s [FMT-002]', (milliseconds, text) => {
  expect(formatComposedDuration(milliseconds)).toBe(text)
})
