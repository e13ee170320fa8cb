import { expect, test } from 'vitest'
import { leavesSome } from './due.ts'

const claims = (count: number, type = 'http') => Array.from({ length: count }, () => ({ type }))

test('due checks may be left where a type is full, a target is full, or the claim was', () => {
  expect(leavesSome(claims(2), { http: 3 }, {})).toBe(false)
  expect(leavesSome(claims(3), { http: 3, dns: 5 }, {})).toBe(true)
  expect(leavesSome([], { http: 3 }, { 'shop.example': 20 })).toBe(true)
  expect(leavesSome([], { http: 3 }, { 'shop.example': 19 })).toBe(false)
  expect(leavesSome(claims(20), { http: 100 }, {})).toBe(true)
})

test('a type without any place left counts as full', () => {
  expect(leavesSome([], { http: 0, dns: 5 }, {})).toBe(true)
})
