import { expect, test } from 'vitest'
import { growthOf, MOST_GROWTH } from '../testing/index.ts'
import { createRedactor, maskCredentials, maskSecrets } from './index.ts'

/** Texts that begin as a secret does, and never end as one. */
const beginnings = [
  'eyJ',
  '-eyJ',
  `eyJ${'a'.repeat(12)}.`,
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN ',
  '-a',
  'ghp_',
  '-xoxb-',
  'SG.',
  ' SG.aaaaaaaaaaaaaaaa-',
  'AIza-',
  'a://',
  'a://b:',
  'a.',
  '://a@',
  'password',
  'password ',
  'token=yes)',
  'a-token',
  'pwd={',
  'pwd="',
  'pwd = ',
  "accountkey='",
  'bearer ',
  'authorization: ',
  'authorization:a',
  'aws_secret_access_key=',
  ' ',
  '*',
]

test.each(beginnings)('credentials are masked in time that is linear in a text of %j', (piece) => {
  const textOf = (length: number) => `${piece.repeat(Math.ceil(length / piece.length))}\n`
  expect(growthOf(textOf, maskCredentials, 400_000)).toBeLessThanOrEqual(MOST_GROWTH)
})

test('and in documents of many fields', () => {
  const textOf = (length: number) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: length / 10 }, (_, index) => [`k${index}`, 'token'])),
    )
  expect(growthOf(textOf, (text) => maskSecrets(JSON.parse(text)), 400_000)).toBeLessThanOrEqual(MOST_GROWTH)
})

test('known secrets are redacted in time that is linear in the text', () => {
  const redact = createRedactor(['aaaaaaaab', 'hunter2hunter2', 'aaaaaaaaaaaaaaaaaaaac'])
  for (const piece of ['a', 'hunter2', 'a a', '%61', 'YWFh'])
    expect(growthOf((length) => piece.repeat(length / piece.length), redact, 400_000)).toBeLessThanOrEqual(
      MOST_GROWTH,
    )
})

test.each([
  ['a JSON Web Token behind a hyphen', `x-eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`],
  ['a long password in an address', `https://ada:${'p'.repeat(900)}@example.com`],
  ['a password without a scheme', '//x ://ada:hunter2hunter2@example.com'],
  ['a long key', `-----BEGIN RSA PRIVATE KEY-----\n${'QUJD\n'.repeat(9_000)}-----END RSA PRIVATE KEY-----`],
  ['a long token', `ghp_${'a'.repeat(300)}`],
])('%s is masked whole', (_, text) => {
  const masked = maskCredentials(text)
  expect(masked).toContain('***')
  expect(masked).not.toMatch(/aaa|bbb|ccc|ppp|hunter2|QUJD/)
})
