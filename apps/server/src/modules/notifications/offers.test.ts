import { expect, test } from 'vitest'
import { offersOf } from './offers.ts'

test('forms offer what the declared kinds of resources emit, and nothing of areas to come', () => {
  expect(offersOf(new Map())).toEqual({ events: [], kinds: [] })
  expect(offersOf(new Map([['check', { kind: 'check' }]]))).toEqual({
    events: ['check.failed', 'check.passed'],
    kinds: ['check'],
  })
})
