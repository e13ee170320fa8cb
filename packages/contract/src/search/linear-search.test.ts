import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSearch } from './linear-search.ts'

test('finds what the engine finds', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 400 })
  fc.assert(
    fc.property(
      letters,
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 90 }),
      (text, part) => {
        // Long parts are what is looked for in another way.
        const long = part.repeat(Math.ceil(65 / part.length))
        for (const each of [part, long]) {
          const within = text + each + text + each
          expect(createSearch(each)(text)).toBe(text.indexOf(each))
          expect(createSearch(each)(within, 1)).toBe(within.indexOf(each, 1))
        }
      },
    ),
  )
})

test('a text that repeats itself takes no longer than another one', () => {
  const half = 'a'.repeat(4_000)
  const before = process.cpuUsage()
  expect(createSearch(`${half}b${half}`)('a'.repeat(1_000_000))).toBe(-1)
  // The engine takes seconds.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
})
