import { expect, test } from 'vitest'
import { isHeld, sawAll } from './missing-items.ts'

const everything = { type: undefined, scope: undefined }

test('a part is seen whole where a run says so and nothing of it failed', () => {
  expect(sawAll([], [], 'A', 'north')).toBe(false)
  expect(sawAll([everything], [], 'A', 'north')).toBe(true)
  expect(sawAll([{ type: 'A', scope: undefined }], [], 'B', 'north')).toBe(false)
  expect(sawAll([{ type: 'A', scope: 'south' }], [], 'A', 'north')).toBe(false)
  expect(sawAll([everything], [{ type: undefined, scope: 'south' }], 'A', 'north')).toBe(true)
  expect(sawAll([everything], [{ type: 'A', scope: undefined }], 'A', 'north')).toBe(false)
  expect(sawAll([everything], [everything], 'A', 'north')).toBe(false)
})

test('more than 20 deletions of a type wait, and more than 30 % of a type of at least 5', () => {
  expect(isHeld(20, 1_000)).toBe(false)
  expect(isHeld(21, 1_000)).toBe(true)
  expect(isHeld(4, 4)).toBe(false)
  expect(isHeld(1, 5)).toBe(false)
  expect(isHeld(2, 5)).toBe(true)
  expect(isHeld(3, 10)).toBe(false)
  expect(isHeld(4, 10)).toBe(true)
})
