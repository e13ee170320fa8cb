import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { createAcknowledgeTokens } from './acknowledge-token.ts'

const tokens = createAcknowledgeTokens(createSecrets('a secret key for tests, long enough'))

const claims = fc.record({
  alertId: fc.uuid(),
  name: fc.string({ maxLength: 100, unit: 'grapheme-ascii' }),
  expires: fc.date({ min: new Date(0), max: new Date(4_000_000_000_000), noInvalidDate: true }),
})

test('a token says what it was made of, to the second, and its start fits into a button of 64 bytes', () => {
  fc.assert(
    fc.property(claims, (claim) => {
      const expires = new Date(Math.floor(claim.expires.getTime() / 1_000) * 1_000)
      const token = tokens.create(claim)
      const [code = ''] = token.split('.')
      expect(tokens.read(token)).toEqual({ ...claim, expires })
      expect(tokens.readCode(code)).toEqual({ alertId: claim.alertId, expires })
      expect(`ack ${code}`.length).toBeLessThanOrEqual(64)
    }),
  )
})

test('a token with any changed character is no token', () => {
  const token = tokens.create({
    alertId: '01a20739-730a-7348-a7c8-59e201debb6d',
    name: 'Ada',
    expires: new Date(1_800_000_000_000),
  })
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('A', 'z', '9', '.', '_'), (place, letter) => {
      const changed = token.slice(0, place) + letter + token.slice(place + 1)
      // The last letter of a part has bits that base64url ignores.
      const isSame = Buffer.from(changed.replaceAll('.', ''), 'base64url').equals(
        Buffer.from(token.replaceAll('.', ''), 'base64url'),
      )
      fc.pre(!isSame && changed.split('.').length === 3)
      expect(tokens.read(changed)).toBeUndefined()
    }),
  )
  for (const text of ['', '.', 'a.b', 'e30.AAAAAAAAAAAAAAAAAAAAAA'])
    expect([tokens.read(text), tokens.readCode(text)]).toEqual([undefined, undefined])
})
