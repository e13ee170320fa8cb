import { expect, test } from 'vitest'
import { neighborsOf } from './failing-checks.ts'

const failing = ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase() }))

test('an open check leads to the failing ones before and after it', () => {
  expect(neighborsOf(failing, 'b')).toEqual({ previous: failing[0], next: failing[2] })
  expect(neighborsOf(failing, 'a')).toEqual({ previous: undefined, next: failing[1] })
  expect(neighborsOf(failing, 'c')).toEqual({ previous: failing[1], next: undefined })
})

test('a check that does not fail leads to the first failing one', () => {
  expect(neighborsOf(failing, 'well')).toEqual({ previous: undefined, next: failing[0] })
  expect(neighborsOf([], 'well')).toEqual({ previous: undefined, next: undefined })
})
