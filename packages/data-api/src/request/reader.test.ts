import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, outcomeOf, slowTexts } from '../../testing/parsers.ts'
import { createReader, readField, readName, readQuoted } from './reader.ts'

const read = (text: string) => createReader(text, 'text')

describe('readQuoted', () => {
  test.each([
    ['"a"', 'a', 3],
    ['"a b,c.d"x', 'a b,c.d', 9],
    [String.raw`"a\"b"`, 'a"b', 6],
    [String.raw`"a\\"`, String.raw`a\ `.trim(), 5],
    ['""', '', 2],
    ['"a', undefined, 0],
    [String.raw`"a\"`, undefined, 0],
    ['a"', undefined, 0],
  ])('of %s is %s', (text, expected, position) => {
    const reader = read(text)
    expect(readQuoted(reader)).toBe(expected)
    expect(reader.position).toBe(position)
  })

  test('gives back any text that was quoted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const quoted = `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
        expect(readQuoted(read(quoted))).toBe(text)
      }),
    )
  })
})

describe('readName', () => {
  test.each([
    ['name', 'name'],
    ['first_name.eq', 'first_name'],
    ['größe', 'größe'],
    ['名前', '名前'],
    ['𝒜b', '𝒜b'],
    ['a-b', 'a-b'],
    ['a->b', 'a'],
    ['a-->b', undefined],
    [' a b ,c', 'a b'],
    ['"a.b"', 'a.b'],
    ['$1', '$1'],
  ])('of %s is %s', (text, expected) => {
    const outcome = outcomeOf(() => {
      const reader = read(text)
      const name = readName(reader)
      // A dash that belongs to nothing is refused by whatever reads on.
      return reader.peek() === '-' && reader.peek(2) !== '->' ? undefined : name
    })
    expect(outcome).toEqual({ result: expected })
  })

  test.each(['', ' ', '.', ',', '(a)', '-a', '*'])('refuses %j', (text) => {
    expect(() => readName(read(text))).toThrow('failed to parse text')
  })

  test('says where it stopped and what it expected', () => {
    const { body, status } = refusal(() => readName(read('(x')))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'PGRST100',
      message: '"failed to parse text ((x)" (line 1, column 1)',
      details: 'unexpected "(" expecting field name (* or [a..z0..9_$])',
    })
  })

  test('shows only the beginning of a long text', () => {
    const { body } = refusal(() => readName(read(`(${'x'.repeat(10_000)}`)))
    expect(body.message.length).toBeLessThan(300)
  })
})

function refusal(parse: () => unknown) {
  const outcome = outcomeOf(parse)
  if (!('refusal' in outcome)) throw new Error('was not refused')
  return outcome.refusal
}

describe('readField', () => {
  test.each([
    ['data->a', [{ key: 'a', text: false }]],
    ['data->>a', [{ key: 'a', text: true }]],
    [
      'data->a->0->>b',
      [
        { key: 'a', text: false },
        { key: 0, text: false },
        { key: 'b', text: true },
      ],
    ],
    ['data->-1', [{ key: -1, text: false }]],
    ['data->1a', [{ key: '1a', text: false }]],
    ['data->"a.b"', [{ key: 'a.b', text: false }]],
    ['data->a-b', [{ key: 'a-b', text: false }]],
    ['data->a b', [{ key: 'a b', text: false }]],
  ])('of %s', (text, path) => {
    expect(readField(read(text))).toEqual({ name: 'data', path })
  })

  test.each(['data->', 'data->>', 'data->->a', 'data->.'])('refuses %s', (text) => {
    expect(() => readField(read(text))).toThrow('failed to parse')
  })

  test('reads or refuses any text, and never goes back', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const reader = read(text)
        outcomeOf(() => readField(reader))
        expect(reader.position).toBeGreaterThanOrEqual(0)
        expect(reader.position).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 2_000 },
    )
  })

  test('takes time by the length of the text only', () => {
    expect(slowTexts((text) => readField(read(text)))).toEqual([])
  })
})
