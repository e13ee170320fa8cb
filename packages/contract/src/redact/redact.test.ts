import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactDeep } from './redact-deep.ts'
import { createRedactor } from './redact.ts'

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

test('no secret of three characters or more survives, at any place', () => {
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

const secret = 'Xk7!pQ-vR2mZ9w'

/** What a script or a server may make of a secret. */
const disguises: Record<string, (text: string) => string> = {
  'letter by letter on lines': (text) => Array.from(text).join('\n'),
  'in small letters with dots': (text) => Array.from(text.toLowerCase()).join('.'),
  'in groups of three': (text) => text.match(/.{1,3}/gs)?.join(' / ') ?? '',
  'with other signs every time': (text) =>
    Array.from(text, (sign, index) => sign + ' -:,._/\t'.charAt(index % 9)).join(''),
  'in quotes, as JSON writes lists': (text) => JSON.stringify(Array.from(text)),
  backwards: (text) => Array.from(text).toReversed().join(''),
  'backwards, with signs': (text) => Array.from(text).toReversed().join('_'),
  'Base64 on lines': (text) =>
    Buffer.from(`user:${text}`)
      .toString('base64')
      .match(/.{1,6}/g)
      ?.join('\n') ?? '',
  'Base64 for addresses': (text) => Buffer.from(`u:${text}`).toString('base64url'),
  hexadecimal: (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'hexadecimal with colons': (text) => Buffer.from(text).toString('hex').match(/../g)?.join(':') ?? '',
  'bytes of C': (text) => Array.from(text, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`).join(''),
  'numbers of C': (text) => Array.from(text, (sign) => `0x${sign.charCodeAt(0).toString(16)}`).join(', '),
  'octal, as od prints': (text) =>
    Array.from(text, (sign) => sign.charCodeAt(0).toString(8).padStart(3, '0')).join(' '),
  decimal: (text) => Array.from(text, (sign) => sign.charCodeAt(0)).join(','),
  'every character as a percent sign': (text) =>
    Array.from(text, (sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
  'HTML by numbers': (text) => Array.from(text, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`).join(''),
  'escapes of JavaScript': (text) =>
    Array.from(text, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
}

test.each(Object.keys(disguises))('a secret disappears %s', (name) => {
  const disguise = disguises[name] ?? ((text: string) => text)
  const redact = createRedactor([secret])
  const shown = redact(`before ${disguise(secret)} after`)
  expect(shown).toContain('***')
  expect(shown.replaceAll(/[^\w]/g, '').length).toBeLessThan('beforeafter'.length + 10)
  expect(shown.startsWith('before ') && shown.endsWith(' after')).toBe(true)
})

test('escapes of signs in the middle of a secret hide nothing', () => {
  const odd = `ab"cd'ef&gh<ij\nkl+mn`
  const redact = createRedactor([odd])
  const html = odd.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  for (const written of [
    JSON.stringify(odd),
    encodeURIComponent(odd),
    new URLSearchParams([['', odd]]).toString().slice(1),
    html.replaceAll("'", '&#39;'),
    html.replaceAll("'", '&#x27;'),
    `'${odd.replaceAll("'", String.raw`'\''`)}'`,
  ])
    expect(redact(written)).toMatch(/^["']?\*\*\*["']?$/)
})

test('signs between the characters of any secret of four or more hide nothing', () => {
  const readable = fc.string({
    unit: fc.constantFrom(...Array.from('abcXYZ0189-_!$')),
    minLength: 4,
    maxLength: 40,
  })
  const separator = fc.constantFrom(' ', '\n', '-', ':', ',', '.', '_', '/', ', ')
  fc.assert(
    fc.property(readable, separator, fc.boolean(), (text, between, isBackwards) => {
      fc.pre(/[a-zA-Z]/.test(text) && new Set(text).size > 2)
      const characters = isBackwards ? Array.from(text).toReversed() : Array.from(text)
      // Signs at the ends of a secret may stay, however many it has there.
      expect(createRedactor([text])(`<${characters.join(between)}>`)).toMatch(/^<[\W_]*\*\*\*[\W_]*>$/)
    }),
  )
})

test('what looks a little like a short secret stays readable', () => {
  const redact = createRedactor(['1234', 'test', 'abcd'])
  const text = 'at 12:34:56 of 2012-34 the latest te. s t ab c d'
  expect(redact(text)).toBe('at 12:34:56 of 2012-34 the la*** te. s t ab c d')
  expect(redact('t-e-s-t and 1 2 3 4 and ab:cd')).toBe('*** and *** and ***')
})

test('a secret that is spread over the texts and numbers of a value disappears', () => {
  const redact = createRedactor([secret])
  const codes = Array.from(secret, (sign) => sign.charCodeAt(0))
  const spread = { list: Array.from(secret), codes, fine: [1, 'two', null, true] }
  const cleaned = JSON.stringify(redactDeep(spread, redact))
  expect(cleaned).toContain('"fine":[1,"two",null,true]')
  expect(cleaned).not.toMatch(/Xk|"X"|"k"|88|107/)
  const keyed = Object.fromEntries(Array.from('lumberjack', (sign, index) => [sign, index]))
  expect(JSON.stringify(redactDeep(keyed, createRedactor(['lumberjack'])))).not.toContain('"l"')
  const clean = { a: ['b', 3] }
  expect(redactDeep(clean, redact)).toBe(clean)
})

test('a long secret disappears in parts too', () => {
  const long = Array.from({ length: 200 }, (_, index) => `line ${index * 7_919} of the key`).join('\n')
  const redact = createRedactor([long])
  expect(redact(`key: ${long}.`)).toMatch(/^key: (?:\*\*\*\s?)+\.$/)
  expect(redact(long.slice(1_000, 3_000))).not.toContain(long.slice(1_300, 1_400))
  expect(redact(Buffer.from(long).toString('base64')).replaceAll('*', '').length).toBeLessThan(60)
})

test('a text that was made to be slow to search takes no longer, and shows nothing', () => {
  const secrets = [
    `${'a'.repeat(60_000)}b`,
    ...Array.from({ length: 49 }, (_, index) => `${'a'.repeat(400)}${index}`),
  ]
  const text = 'a'.repeat(1_048_576)
  expect(createRedactor(secrets)(text).length).toBeLessThan(text.length)
})
