import { describe, expect, test } from 'vitest'
import { readTagLines, tagLines } from './tag-lines.ts'

describe('tags in lines', () => {
  test('are read as they are written', () => {
    const tags = { tier: 'gold', query: 'a=b' }
    expect(readTagLines(tagLines(tags))).toEqual({ ok: true, value: tags })
    expect(readTagLines('\n  tier = gold \n\n')).toEqual({ ok: true, value: { tier: 'gold' } })
    expect(readTagLines('')).toEqual({ ok: true, value: {} })
  })

  test.each([
    ['gold', 'Line 1 is not written as name=value'],
    ['tier=', 'Line 1 is not written as name=value'],
    ['a=1\n=2', 'Line 2 is not written as name=value'],
    ['a=1\na=2', 'Line 2 names a a second time'],
    [`a=${'x'.repeat(201)}`, 'Line 1 has more than 200 characters in its name or its value'],
    [
      Array.from({ length: 21 }, (_, index) => `t${index}=x`).join('\n'),
      'At most 20 tags can be added manually',
    ],
  ])('are refused with what to mend: %j', (text, failure) => {
    expect(readTagLines(text)).toEqual({ ok: false, failure })
  })
})
