import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('a secret key of more than 32 characters')
const others = createSecrets('another secret key of 32 characters or more')

test('what is sealed is read back, and its text is not in it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4 }), (text) => {
      const sealed = secrets.seal(text)
      expect(secrets.isSealed(sealed)).toBe(true)
      expect(sealed).not.toContain(text)
      expect(secrets.unseal(sealed)).toEqual({ ok: true, value: text })
    }),
  )
})

test('sealing one text twice gives two results', () => {
  expect(secrets.seal('same')).not.toBe(secrets.seal('same'))
})

test('with another key, or after any change, it cannot be read', () => {
  const sealed = secrets.seal('a text')
  expect(others.unseal(sealed).ok).toBe(false)
  for (let index = 'sealed:v1:'.length; index < sealed.length - 1; index += 1) {
    const other = sealed[index] === 'A' ? 'B' : 'A'
    expect(secrets.unseal(sealed.slice(0, index) + other + sealed.slice(index + 1)).ok).toBe(false)
  }
})

test('keys for different purposes have nothing in common', () => {
  expect(secrets.keyFor('a').equals(secrets.keyFor('b'))).toBe(false)
  expect(
    secrets.keyFor('a').equals(createSecrets('a secret key of more than 32 characters').keyFor('a')),
  ).toBe(true)
})
