import { expect, test } from 'vitest'
import { isExcluded, matchesPatterns } from './patterns.ts'

test.each([
  ['kube-system', [], true],
  ['kube-system', ['*'], true],
  ['kube-system', ['kube-*'], true],
  ['kube-system', ['*-system'], true],
  ['kube-system', ['*be-sys*'], true],
  ['kube-system', ['kube'], false],
  ['kube-system', ['kube*', '!kube-system'], false],
  ['kube-system', ['!shop'], true],
  ['kube-system', ['!kube-*'], false],
  ['a b', ['a%20b'], true],
  ['50%', ['50%'], true],
])('%s fits %j: %s', (value, patterns, expected) => {
  expect(matchesPatterns(value, patterns)).toBe(expected)
})

test('nothing is excluded by an empty list or by exceptions alone', () => {
  expect(isExcluded('shop', undefined)).toBe(false)
  expect(isExcluded('shop', [])).toBe(false)
  expect(isExcluded('shop', ['!till'])).toBe(false)
  expect(isExcluded('shop', ['s*', '!till'])).toBe(true)
  expect(isExcluded('till', ['*', '!till'])).toBe(false)
})
