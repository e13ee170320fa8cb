import { assert, array, constantFrom, property, record, string, subarray } from 'fast-check'
import { subjectKinds } from '@binnacle/contract/kinds'
import { describe, expect, test } from 'vitest'
import type { SubjectState } from '../../platform/subjects.ts'
import { coverageOf, type CoverageColumns, keysOf, selectsEverything } from './coverage.ts'
import { patternTest } from './patterns.ts'

const check: SubjectState = {
  kind: 'check',
  id: 'c1',
  name: 'API gateway',
  type: 'http',
  namespace: 'payments',
  labels: { team: 'payments', tier: 'edge' },
  severity: 'medium',
  health: 'unhealthy',
  reason: undefined,
  since: undefined,
  within: [
    { kind: 'canary', id: 'k1' },
    { kind: 'config', id: 'i1' },
  ],
  dependsOn: [],
  path: '',
  variables: {},
}

const columns = (given: Partial<CoverageColumns>): CoverageColumns => ({
  covers: 'resource',
  config_id: null,
  component_id: null,
  check_id: null,
  canary_id: null,
  recursive: false,
  selector: {},
  ...given,
})

const covers = (given: Partial<CoverageColumns>, state = check) => coverageOf(columns(given)).includes(state)
const selects = (selector: CoverageColumns['selector']) => covers({ covers: 'selector', selector })

describe('a silence covers', () => {
  test('its resource, the checks of its canary, and with recursion what is inside', () => {
    expect(covers({ check_id: 'c1' })).toBe(true)
    expect(covers({ check_id: 'c2' })).toBe(false)
    // The id of another kind says nothing.
    expect(covers({ config_id: 'c1' })).toBe(false)
    expect(covers({ canary_id: 'k1' })).toBe(true)
    expect(covers({ config_id: 'i1' })).toBe(false)
    expect(covers({ config_id: 'i1', recursive: true })).toBe(true)
    expect(covers({ canary_id: 'k1' }, { ...check, kind: 'component' })).toBe(false)
  })

  test('nothing without its resource, and everything if that was confirmed', () => {
    expect(covers({ selector: { names: ['*'] } })).toBe(false)
    expect(covers({ covers: 'everything' })).toBe(true)
  })

  test('what all fields of its selector choose', () => {
    expect(selects({ kinds: ['check'], names: ['api *'], namespaces: ['pay*'], types: ['HTTP'] })).toBe(true)
    expect(selects({ kinds: ['component'] })).toBe(false)
    expect(selects({ names: ['*way', '!api*'] })).toBe(false)
    expect(selects({ labels: 'team in (shop, payments),!legacy' })).toBe(true)
    expect(selects({ labels: 'team=payments,tier!=edge' })).toBe(false)
    expect(selects({ labels: 'constructor' })).toBe(false)
  })
})

test('knows selectors that choose everything', () => {
  expect(selectsEverything({})).toBe(true)
  expect(selectsEverything({ names: ['a', '*'], labels: ' ' })).toBe(true)
  expect(selectsEverything({ kinds: [...subjectKinds] })).toBe(true)
  expect(selectsEverything({ kinds: ['check'] })).toBe(false)
  expect(selectsEverything({ names: ['*', '!x'] })).toBe(false)
  expect(selectsEverything({ labels: 'team' })).toBe(false)
})

describe('patterns', () => {
  test('match whole texts in any case, with stars for any text', () => {
    const matches = (text: string, ...patterns: string[]) => patternTest(patterns)(text)
    expect(matches('anything')).toBe(true)
    expect(matches('Shop', 'shop')).toBe(true)
    expect(matches('shopping', 'shop')).toBe(false)
    expect(matches('a-b-c', 'a*b*c')).toBe(true)
    // The end may not overlap the start.
    expect(matches('aba', 'ab*ba')).toBe(false)
    expect(matches('anything', '!other')).toBe(true)
    expect(patternTest(['*'])(undefined)).toBe(true)
  })

  test('agree with a regular expression', () => {
    const letters = string({ unit: constantFrom('a', 'b', '.'), maxLength: 8 })
    const stars = string({ unit: constantFrom('a', 'b', '.', '*'), minLength: 1, maxLength: 6 })
    assert(
      property(letters, stars, (text, pattern) => {
        const expression = pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')
        expect(patternTest([pattern])(text)).toBe(new RegExp(`^${expression}$`).test(text))
      }),
      { numRuns: 2_000 },
    )
  })
})

test('what a silence covers has one of its keys', () => {
  const names = ['one', 'two', 'O*', '!two']
  const state = record({
    name: constantFrom('One', 'Two', 'Three'),
    namespace: constantFrom('one', 'two'),
    labels: constantFrom({}, { team: 'one' }, { team: 'two' }),
  })
  const selector = record({
    names: subarray(names),
    namespaces: subarray(names),
    kinds: subarray([...subjectKinds]),
    labels: constantFrom('', 'team=one', 'team in (one,two)', '!team'),
  })
  assert(
    property(array(state, { minLength: 1, maxLength: 4 }), selector, (states, given) => {
      const coverage = coverageOf(columns({ covers: 'selector', selector: given }))
      for (const each of states) {
        const resource = { ...check, ...each }
        const isFound = keysOf(resource).some((key) => coverage.keys.includes(key))
        expect(isFound || !coverage.includes(resource)).toBe(true)
      }
    }),
  )
})
