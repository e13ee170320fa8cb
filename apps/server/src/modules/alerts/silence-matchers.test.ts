import { silenceSelector } from '@binnacle/contract/notifications'
import { check, createScriptEngine } from '@binnacle/scripting'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type Matcher, selectBy } from './matchers.ts'
import { coverageOf, matchersOf } from './silence-matchers.ts'

const scripts = createScriptEngine({ now: () => new Date() })
afterAll(() => scripts.close())

const id = '01900000-0000-7000-8000-000000000000'
const is = (name: string, value: string): Matcher => ({ name, value, isRegex: false, isEqual: true })
const written = (matchers: readonly Matcher[]) => ({
  id,
  covers: 'selector' as const,
  ...coverageOf(matchers),
})

test('simple matchers become a label selector, others a filter', () => {
  expect(coverageOf([is('alertname', 'Down'), { ...is('team', 'web'), isEqual: false }])).toEqual({
    selector: { kinds: ['check'], types: ['alert'], labels: 'alertname=Down,team!=web' },
    filter: '',
  })
  expect(coverageOf([is('instance', 'a b'), { ...is('job', 'x|y'), isRegex: true }])).toEqual({
    selector: { kinds: ['check'], types: ['alert'] },
    filter:
      '("instance" in check.labels ? check.labels["instance"] : "") == "a b" && ' +
      '("job" in check.labels ? check.labels["job"] : "").matches("^(?s:x|y)$")',
  })
})

test('what covers more or other than alerts has a matcher that names it', () => {
  const other = [is('binnacle_silence', id)]
  expect(matchersOf({ id, covers: 'resource', selector: {}, filter: '' })).toEqual(other)
  expect(matchersOf({ id, covers: 'selector', selector: { names: ['a*'] }, filter: '' })).toEqual(other)
  expect(matchersOf({ id, covers: 'selector', selector: { labels: 'a in (b, c)' }, filter: '' })).toEqual(
    other,
  )
  expect(matchersOf({ id, covers: 'selector', selector: {}, filter: 'check.name == "x"' })).toEqual(other)
  expect(matchersOf({ id, covers: 'selector', selector: { labels: 'team=web' }, filter: '' })).toEqual([
    is('team', 'web'),
  ])
  expect(matchersOf({ id, covers: 'everything', selector: {}, filter: '' })).toEqual([
    { ...is('alertname', '.*'), isRegex: true },
  ])
})

// CEL cannot read a map with a key `constructor`.
const name = fc
  .oneof(fc.stringMatching(/^[a-z_]{1,8}$/), fc.string({ minLength: 1, unit: 'grapheme' }))
  .filter((text) => !['constructor', '__proto__', 'prototype'].includes(text))
const value = fc.oneof(fc.stringMatching(/^[a-z.*|"\\]{0,8}$/), fc.string({ unit: 'grapheme' }))
const anyMatcher = fc.record({ name, value, isRegex: fc.boolean(), isEqual: fc.boolean() })

test('matchers come back as they were written, and are a silence that the product accepts', () => {
  const order = (matchers: readonly Matcher[]) =>
    matchers.map((matcher) => JSON.stringify(matcher)).toSorted()
  fc.assert(
    fc.property(fc.array(anyMatcher, { minLength: 1, maxLength: 5 }), (matchers) => {
      const { selector, filter } = coverageOf(matchers)
      expect(silenceSelector.safeParse(selector).success).toBe(true)
      expect(filter === '' ? [] : check({ language: 'cel', source: filter }).errors).toEqual([])
      expect(order(matchersOf(written(matchers)))).toEqual(order(matchers.map((one) => ({ ...one }))))
    }),
  )
})

test('a filter is true for the labels that matchers select', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyMatcher, { minLength: 1, maxLength: 3 }),
      fc.dictionary(name, value),
      async (matchers, more) => {
        const labels = { ...Object.fromEntries(matchers.map((one) => [one.name, one.value])), ...more }
        const selection = selectBy(matchers)
        const { filter } = coverageOf(matchers)
        fc.pre(selection.ok && filter !== '')
        const filtered = selectBy(matchersOf({ id, covers: 'selector', selector: {}, filter }))
        const result = await scripts.evaluate(
          { language: 'cel', source: filter },
          { variables: { check: { labels } } },
        )
        expect(result).toMatchObject({ ok: true })
        expect(result.ok && result.value.text).toBe(String(filtered.ok && filtered.value(labels)))
      },
    ),
    { numRuns: 60 },
  )
})
