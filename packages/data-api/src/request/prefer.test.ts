import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, outcomeOf, slowTexts } from '../../testing/parsers.ts'
import { parsePrefer, preferenceApplied } from './prefer.ts'

const timeZones = new Set(['UTC', 'Europe/Berlin'])
const parse = (header: string | null, allowTransactions = true) =>
  parsePrefer(header, { allowTransactions, timeZones })

const nothing = {
  return: undefined,
  count: undefined,
  resolution: undefined,
  missing: undefined,
  handling: undefined,
  transaction: undefined,
  maximumAffected: undefined,
  timeZone: undefined,
}

describe('parsePrefer', () => {
  test.each([
    [null, {}],
    ['', {}],
    ['return=representation', { return: 'representation' }],
    ['return=minimal, count=exact', { return: 'minimal', count: 'exact' }],
    ['return=minimal; count=planned', { return: 'minimal', count: 'planned' }],
    ['return=minimal, return=representation', { return: 'minimal' }],
    ['return=everything, return=headers-only', { return: 'headers-only' }],
    ['resolution=merge-duplicates,missing=default', { resolution: 'merge-duplicates', missing: 'default' }],
    ['tx=rollback', { transaction: 'rollback' }],
    ['timezone=Europe/Berlin', { timeZone: 'Europe/Berlin' }],
    ["timezone=UTC'; drop table a", {}],
    ['timezone=Mars/Olympus', {}],
    ['max-affected=5', {}],
    ['handling=strict, max-affected=5', { handling: 'strict', maximumAffected: 5 }],
    ['handling=lenient, whatever=1', { handling: 'lenient' }],
    ['constructor=1, __proto__=2', {}],
  ])('of %j', (header, expected) => {
    expect(parse(header)).toEqual({ ...nothing, ...expected })
  })

  test('lets clients end transactions only where that is allowed', () => {
    expect(parse('tx=rollback', false).transaction).toBeUndefined()
  })

  test.each(['whatever=1', 'return=all', 'timezone=Mars/Olympus', 'max-affected=many', 'return'])(
    'refuses %j when handling is strict',
    (preference) => {
      expect(outcomeOf(() => parse(`handling=strict, ${preference}`))).toHaveProperty('refusal.body', {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: `Invalid preferences: ${preference}`,
        hint: null,
      })
    },
  )

  test('reads or refuses any text, and what it applies can be a header', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const outcome = outcomeOf(() => parse(text))
        if (!('result' in outcome)) return
        const applied = preferenceApplied(outcome.result)
        expect(new Headers({ 'preference-applied': applied ?? '' })).toBeDefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test('takes time by the length of the text only', () => {
    expect(slowTexts(parse)).toEqual([])
  })
})

test('preferenceApplied names what was followed, or nothing', () => {
  expect(preferenceApplied({})).toBeUndefined()
  expect(preferenceApplied({ count: 'exact', return: 'minimal' })).toBe('return=minimal, count=exact')
})
