import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsThatFit, nextItem } from './place.ts'

test('as many columns as fit, with gaps between them, and at least one', () => {
  expect(columnsThatFit(200, 554)).toBe(1)
  expect(columnsThatFit(554, 554)).toBe(1)
  expect(columnsThatFit(1_119, 554)).toBe(1)
  expect(columnsThatFit(1_120, 554)).toBe(2)
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
