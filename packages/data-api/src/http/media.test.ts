import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, outcomeOf, slowTexts } from '../../testing/parsers.ts'
import { negotiate } from './media.ts'

const any = (accept: string | null) => negotiate(accept, () => true)

describe('negotiate', () => {
  test.each([
    [null, 'array', 'application/json; charset=utf-8'],
    ['', 'array', 'application/json; charset=utf-8'],
    ['*/*', 'array', 'application/json; charset=utf-8'],
    ['text/html, application/json', 'array', 'application/json; charset=utf-8'],
    ['TEXT/CSV', 'csv', 'text/csv; charset=utf-8'],
    ['text/csv;q=0.5, application/json', 'array', 'application/json; charset=utf-8'],
    ['application/vnd.pgrst.object+json', 'object', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'application/vnd.pgrst.object+json;nulls=stripped',
      'object',
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    ],
  ])('of %j is %s', (accept, format, contentType) => {
    expect(any(accept)).toMatchObject({ format, contentType })
  })

  test('passes over what cannot be served', () => {
    expect(negotiate('text/csv, application/json', ({ format }) => format === 'array')).toMatchObject({
      format: 'array',
    })
    expect(outcomeOf(() => negotiate('text/csv', () => false))).toHaveProperty('refusal.status', 406)
    expect(outcomeOf(() => any('image/png, constructor'))).toHaveProperty(
      'refusal.body.message',
      'None of these media types are available: image/png, constructor',
    )
  })

  test('reads or refuses any text', () => {
    fc.assert(fc.property(hostileText, (text) => void outcomeOf(() => any(text))))
    expect(slowTexts((text) => negotiate(text, () => false))).toEqual([])
  })
})
