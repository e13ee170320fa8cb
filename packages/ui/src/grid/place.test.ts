import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsThatFit, GAP, leastWidth, nextItem } from './place.ts'

test('as many columns as fit when each is a little narrower, with gaps between them, and at least one', () => {
  expect(columnsThatFit(200, 554)).toBe(1)
  expect(columnsThatFit(554, 554)).toBe(1)
  expect(columnsThatFit(951, 554)).toBe(1)
  expect(columnsThatFit(952, 554)).toBe(2)
})

test('no column is narrower than it may be, unless it is the only one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000 }),
      fc.integer({ min: 198, max: 768 }),
      (available, width) => {
        const columns = columnsThatFit(available, width)
        const each = (available - (columns - 1) * GAP) / columns
        expect(columns === 1 || each >= leastWidth(width)).toBe(true)
      },
    ),
  )
})

test('arrow keys move through a grid, and down reaches the end of a short last row', () => {
  const move = (key: string, from: number) => nextItem(key, from, 3, 8)
  expect(move('ArrowRight', 0)).toBe(1)
  expect(move('ArrowLeft', 0)).toBe(0)
  expect(move('ArrowDown', 1)).toBe(4)
  expect(move('ArrowDown', 5)).toBe(7)
  expect(move('ArrowDown', 7)).toBe(7)
  expect(move('ArrowUp', 4)).toBe(1)
  expect(move('ArrowUp', 2)).toBe(2)
  expect(move('End', 0)).toBe(7)
  expect(move('Home', 7)).toBe(0)
  expect(move('Enter', 0)).toBeUndefined()
})

test('no key leaves the grid', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(),
      (key, count, columns, seed) => {
        const to = nextItem(key, seed % count, columns, count)
        expect(to).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThan(count)
      },
    ),
  )
})
