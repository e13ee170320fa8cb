import { expect, test } from 'vitest'
import { matchesPatterns } from './patterns.ts'

test.each([
  ['a', [], true],
  ['a', ['a'], true],
  ['ab', ['a*'], true],
  ['ab', ['*b'], true],
  ['xaby', ['*ab*'], true],
  ['a', ['b'], false],
  ['a', ['!a'], false],
  ['b', ['!a'], true],
  ['ab', ['a*', '!ab'], false],
  ['a b', ['a%20b'], true],
] as const)('%s is in the list %j: %s', (value, patterns, is) =>
  expect(matchesPatterns(value, patterns)).toBe(is),
)
