import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readGlob } from './glob.ts'

test.each([
  ['*.gz', 'a.gz', true],
  ['*.gz', 'b/a.gz', false],
  ['*.gz', '.gz', false],
  ['**/*.gz', 'a.gz', true],
  ['**/*.gz', 'b/c/a.gz', true],
  ['**/*.gz', 'b/.c/a.gz', false],
  ['a/**', 'a', false],
  ['a/**', 'a/b/c', true],
  ['a/**/c', 'a/c', true],
  ['backup-[0-9]?.{gz,xz}', 'backup-12.xz', true],
  ['backup-[!0-9]*', 'backup-1', false],
  ['{a/b,c}/*', 'a/b/d', true],
  [String.raw`a\*b`, 'a*b', true],
  [String.raw`a\*b`, 'axb', false],
  ['a[b', 'a[b', true],
])('the pattern %s of %s is %s', (pattern, name, expected) => {
  expect(readGlob(pattern)(name)).toBe(expected)
})

test('a pattern means what it means to Node', () => {
  const segment = fc.array(fc.constantFrom('*', '?', 'a', 'b', '.', '[ab]', '[!a]'), {
    minLength: 1,
    maxLength: 4,
  })
  const pattern = fc
    .array(
      fc.oneof(
        segment.map((parts) => parts.join('')),
        fc.constant('**'),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((segments) => segments.join('/'))
    // Node reads a segment of stars or dots alone, and ** more than once, in its own ways.
    .filter((text) => text.split('**').length <= 2)
    .filter((text) => text.split('/').every((part) => part === '**' || !/\*\*|^\.+$/.test(part)))
  const name = fc
    .array(fc.stringMatching(/^[ab.]{1,4}$/), { minLength: 1, maxLength: 4 })
    .filter((parts) => parts.every((part) => !/^\.+$/.test(part)))
    .map((parts) => parts.join('/'))
  fc.assert(
    fc.property(pattern, name, (glob, path) => {
      expect(readGlob(glob)(path)).toBe(posix.matchesGlob(path, glob))
    }),
    { numRuns: 3_000 },
  )
})

test('no pattern and no name keep the process busy', () => {
  const started = performance.now()
  const name = 'a'.repeat(255)
  expect(readGlob(`${'*a'.repeat(100)}b`)(name)).toBe(false)
  expect(readGlob(`${'**/*a/'.repeat(100)}b`)(Array.from({ length: 100 }, () => name).join('/'))).toBe(false)
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(() => readGlob('{a,b}'.repeat(20))).toThrow('more than 1000 paths')
})
