import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardSizes, cardWidths, DEFAULT_CARD_WIDTH, validPanelWidth, validWidth } from './preferences.ts'

test('cards have four sizes, and the largest is the default width [TOP-009, TOP-010]', () => {
  expect(cardSizes).toEqual({ small: 198, medium: 258, large: 356, extra_large: 554 })
  expect(DEFAULT_CARD_WIDTH).toBe(554)
})

test('any width becomes one between 250 and 768 in steps of 2', () => {
  expect([249, 250, 251, 767, 768, 9_000].map(validWidth)).toEqual([250, 250, 252, 768, 768, 768])
  fc.assert(
    fc.property(fc.double(), (width) => {
      const valid = validWidth(width)
      expect(valid).toBeGreaterThanOrEqual(cardWidths.minimum)
      expect(valid).toBeLessThanOrEqual(cardWidths.maximum)
      expect(valid % cardWidths.step).toBe(0)
    }),
  )
})

test('the right panel is between 240 and 480 wide', () => {
  expect([0, 240, 300.4, 480, 5_000, Number.NaN].map(validPanelWidth)).toEqual([240, 240, 300, 480, 480, 360])
})
