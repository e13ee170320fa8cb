import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLabelSelector } from '../search/index.ts'
import { growthOf, MOST_GROWTH } from '../testing/index.ts'
import { EMAIL_FORM } from './email-form.ts'
import { parseBytes } from './format.ts'
import { splitLinks } from './links.ts'
import { trimEndOf, trimOf } from './trim.ts'
import { wildcardTest } from './wildcards.ts'

const repeated =
  (piece: string, end = '') =>
  (length: number) =>
    piece.repeat(Math.ceil(length / piece.length)) + end
const wildcards = wildcardTest('*a*a*b')

test.each<[string, (length: number) => string, (text: string) => unknown]>([
  ['trailing characters', repeated('/', 'x'), (text) => trimEndOf(text, '/')],
  ['characters at both ends', repeated('x/', 'x'), (text) => trimOf(text, '/')],
  ['wildcards', repeated('a', 'c'), (text) => wildcards(text)],
  ['sizes', repeated(' ', 'x'), (text) => parseBytes(`1${text}`)],
  ['digits of sizes', repeated('1', 'x'), parseBytes],
  ['links', repeated('.', '"'), (text) => splitLinks(`https://example.com/${text}`)],
  ['ends of links', repeated('.)', 'x'), (text) => splitLinks(`https://example.com/${text}`)],
  ['label selectors', repeated(' ', 'x y'), (text) => parseLabelSelector(`a=${text}`)],
  ['parts of label selectors', repeated('a,'), (text) => parseLabelSelector(text + ' '.repeat(text.length))],
  ['keys of label selectors', repeated(' ', '('), (text) => parseLabelSelector(`a${text}`)],
  ['email addresses', repeated('a.', '@'), (text) => EMAIL_FORM.test(`a@${text}`)],
])('takes time that is linear in a text: %s', (_, textOf, work) => {
  expect(growthOf(textOf, work)).toBeLessThanOrEqual(MOST_GROWTH)
})

test('work that is quadratic is told from work that is linear', () => {
  expect(
    growthOf(repeated('/', 'x'), (text) => text.replace(new RegExp(String.raw`\/+$`), '')),
  ).toBeGreaterThan(MOST_GROWTH)
})

test('trims what an expression would trim', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ab/.]{0,12}$/), (text) => {
      expect(trimEndOf(text, '/.')).toBe(text.replace(/[/.]+$/, ''))
      expect(trimOf(text, '/')).toBe(text.replaceAll(/^\/+|\/+$/g, ''))
    }),
  )
})

test('matches with wildcards what an expression would match', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ab*]{0,8}$/), fc.stringMatching(/^[ab]{0,10}$/), (pattern, text) => {
      expect(wildcardTest(pattern)(text)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text))
    }),
    { numRuns: 1_000 },
  )
})
