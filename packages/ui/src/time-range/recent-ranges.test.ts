import { expect, it } from 'vitest'
import { withRecentRange } from './recent-ranges.ts'
import { absoluteRange, type AbsoluteRange } from './time-range.ts'

const range = (number: number) => absoluteRange({ from: number, to: number + 1 })

it('keeps the five absolute ranges that were chosen last, each once [TIME-008]', () => {
  const chosen = [1, 2, 3, 4, 5, 6, 4].reduce<readonly AbsoluteRange[]>(
    (ranges, number) => withRecentRange(ranges, range(number)),
    [],
  )
  expect(chosen).toEqual([4, 6, 5, 3, 2].map(range))
})
