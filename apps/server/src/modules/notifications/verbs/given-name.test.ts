import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenName } from './given-name.ts'

test('a name that somebody gives is stored and read as one line of text', () => {
  expect(givenName(' Ada Lovelace ')).toBe('Ada Lovelace')
  expect(givenName('Ada\u0000\r\nLove\u202elace\u2028')).toBe('AdaLovelace')
  expect(givenName('Łukasz 松本')).toBe('Łukasz 松本')
  expect(givenName('\u0000 \u200b')).toBeUndefined()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = givenName(text)
      if (name === undefined) return
      expect(name.length).toBeLessThanOrEqual(100)
      expect(name.isWellFormed()).toBe(true)
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
})
