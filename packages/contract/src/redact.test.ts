import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor, redactDeep } from './redact.ts'

test('a secret disappears in every spelling in which it comes back', () => {
  const secret = 'p@ss "word"/1'
  const redact = createRedactor([secret])
  const text = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    JSON.stringify(secret),
  ].join(' ')
  expect(redact(text)).toBe('*** *** *** "***"')
})

test('no secret of three characters or more survives, wherever it stands', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ minLength: 3 }).filter((secret) => !'***'.includes(secret)),
        { minLength: 1, maxLength: 4 },
      ),
      fc.string(),
      (secrets, between) => {
        const redacted = createRedactor(secrets)(secrets.join(between))
        // A mask next to other text may happen to spell a secret of asterisks; those are left out above.
        return secrets.every((secret) => !redacted.includes(secret) || secret.includes('*'))
      },
    ),
  )
})

test('values inside objects and lists are redacted, keys too', () => {
  const redact = createRedactor(['hunter22'])
  expect(
    redactDeep({ hunter22: ['a hunter22', { deep: 'hunter22' }], count: 3, none: null }, redact),
  ).toEqual({
    '***': ['a ***', { deep: '***' }],
    count: 3,
    none: null,
  })
})

test('a long secret disappears within Base64, in hexadecimal digits, in other letters and backwards too', () => {
  const secret = 'correct-Horse'
  const redact = createRedactor([secret])
  for (const prefix of ['', 'u:', 'me:', 'user:']) {
    const header = Buffer.from(`${prefix}${secret}!`).toString('base64')
    expect(redact(header)).toContain('***')
    // What is left holds at most the last letter of the secret.
    const left = redact(header)
      .split('***')
      .map((part) => Buffer.from(part, 'base64').toString('latin1'))
    expect(left.some((part) => part.includes('orrec'))).toBe(false)
  }
  const others = [
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64url'),
    secret.toUpperCase(),
    secret.toLowerCase(),
    Array.from(secret).toReversed().join(''),
  ]
  expect(redact(others.join(' '))).toBe('*** *** *** *** ***')
})
