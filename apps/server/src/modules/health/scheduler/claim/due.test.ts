import { expect, test } from 'vitest'
import { mayLeaveDue } from './due.ts'

const claims = (count: number, type = 'http') => Array.from({ length: count }, () => ({ type }))

test('due checks may be left where a type is full, a target is full, or the claim was', () => {
  expect(mayLeaveDue(claims(2), { http: 3 }, {})).toBe(false)
  expect(mayLeaveDue(claims(3), { http: 3, dns: 5 }, {})).toBe(true)
  expect(mayLeaveDue([], { http: 3 }, { 'shop.example': 20 })).toBe(true)
  expect(mayLeaveDue([], { http: 3 }, { 'shop.example': 19 })).toBe(false)
  expect(mayLeaveDue(claims(20), { http: 100 }, {})).toBe(true)
})

test('a type without any place left counts as full', () => {
  expect(mayLeaveDue([], { http: 0, dns: 5 }, {})).toBe(true)
})
