import { expect, test } from 'vitest'
import { chooseRange, createUserIds, isRunId } from './user-ids.ts'

const all = '         0          0 4294967295\n'

test('the range that nobody uses is taken where it is mapped', () => {
  expect(chooseRange([all, all])).toEqual({ first: 1_879_100_000, last: 1_879_165_535 })
})

test('else the highest ids that are mapped, below those with a meaning', () => {
  const container = '         0     100000      65536\n'
  expect(chooseRange([container, container])).toEqual({ first: 61_424, last: 65_519 })
  expect(chooseRange([container, all])).toEqual({ first: 61_424, last: 65_519 })
})

test('too few ids are none', () => {
  expect(chooseRange(['0 1000 1\n', all])).toBeUndefined()
  expect(chooseRange(['', ''])).toBeUndefined()
})

test('users of runs are known as such', () => {
  expect([65_534, 1_879_100_000, 1_879_165_535].map(isRunId)).toEqual([true, true, true])
  expect([0, 1, 1_000, 1_879_165_536].map(isRunId)).toEqual([false, false, false, false])
})

test('an id is taken once, and never one that belongs to somebody', () => {
  const ids = createUserIds({ first: 10, last: 14 }, new Set([12]))
  expect(new Set([ids.take(), ids.take(), ids.take(), ids.take()])).toEqual(new Set([10, 11, 13, 14]))
  expect(() => ids.take()).toThrow('every user id for runs is taken')
  ids.release(13)
  expect(ids.take()).toBe(13)
})
