import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LabelRequirement, parseLabelSelector } from './label-selector.ts'

describe('parseLabelSelector', () => {
  test.each<[string, LabelRequirement[]]>([
    ['', []],
    ['app=shop', [{ key: 'app', is: 'in', values: ['shop'] }]],
    ['app == shop', [{ key: 'app', is: 'in', values: ['shop'] }]],
    ['app!=shop', [{ key: 'app', is: 'notin', values: ['shop'] }]],
    ['app=', [{ key: 'app', is: 'in', values: [''] }]],
    ['tier in (web, api)', [{ key: 'tier', is: 'in', values: ['web', 'api'] }]],
    ['tier notin (web)', [{ key: 'tier', is: 'notin', values: ['web'] }]],
    ['app', [{ key: 'app', is: 'exists' }]],
    ['!app', [{ key: 'app', is: 'missing' }]],
    ['app=nil', [{ key: 'app', is: 'missing' }]],
    ['app!=nil', [{ key: 'app', is: 'exists' }]],
    [
      'example.com/app=shop,!old',
      [
        { key: 'example.com/app', is: 'in', values: ['shop'] },
        { key: 'old', is: 'missing' },
      ],
    ],
  ])('reads %j', (text, wanted) => {
    expect(parseLabelSelector(text)).toEqual({ ok: true, value: wanted })
  })

  test.each(['=shop', 'app in shop', 'app=(a', 'a b', '(', 'app in (a', '!!a'])('refuses %j', (text) => {
    expect(parseLabelSelector(text)).toMatchObject({ ok: false })
  })

  test('ends for any text, and reads what it is made of', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseLabelSelector(text)))
    const name = fc.stringMatching(/^[a-z][a-z0-9./-]{0,20}$/).filter((text) => text !== 'nil')
    const part = fc.oneof(
      name.map((key): [string, LabelRequirement] => [key, { key, is: 'exists' }]),
      name.map((key): [string, LabelRequirement] => [`!${key}`, { key, is: 'missing' }]),
      fc
        .tuple(name, fc.array(name, { minLength: 1, maxLength: 4 }), fc.boolean())
        .map(([key, values, among]): [string, LabelRequirement] => [
          `${key} ${among ? 'in' : 'notin'} (${values.join(',')})`,
          { key, is: among ? 'in' : 'notin', values },
        ]),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        expect(parseLabelSelector(parts.map(([text]) => text).join(','))).toEqual({
          ok: true,
          value: parts.map(([, wanted]) => wanted),
        })
      }),
    )
  })
})
