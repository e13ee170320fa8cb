import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { equal, keyedDigest, newBackupCodes, newMailedCode, plainCode } from './codes.ts'
import { limitedAddress } from './limited-address.ts'
import { isOwnPath, withParameter } from './return-to.ts'
import { newTotpSecret, totpCode, totpStep } from './totp.ts'

test('mailed codes have ten letters and digits that nobody mistakes for each other', () => {
  for (let count = 0; count < 200; count += 1)
    expect(newMailedCode()).toMatch(/^[2-9b-hj-km-np-tv-z]{5}-[2-9b-hj-km-np-tv-z]{5}$/)
})

test('backup codes are twelve different ones that are read the same however they are typed', () => {
  const codes = newBackupCodes()
  expect(new Set(codes).size).toBe(12)
  for (const code of codes) {
    expect(code).toMatch(/^[2-9b-z]{5}-[2-9b-z]{5}$/)
    expect(plainCode(` ${code.toUpperCase().replace('-', ' ')}\n`)).toBe(plainCode(code))
  }
})

test('a keyed digest tells its parts and its key apart', () => {
  const key = Buffer.alloc(32, 1)
  expect(equal(keyedDigest(key, 'ab', 'c'), keyedDigest(key, 'ab', 'c'))).toBe(true)
  for (const other of [
    keyedDigest(key, 'a', 'bc'),
    keyedDigest(key, 'abc'),
    keyedDigest(Buffer.alloc(32, 2), 'ab', 'c'),
    Buffer.alloc(0),
  ])
    expect(equal(keyedDigest(key, 'ab', 'c'), other)).toBe(false)
})

// RFC 6238, appendix B, the last six digits: SHA-1 of the secret 12345678901234567890.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %d is %s', (seconds, code) => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const at = (offset: number) => new Date((seconds + offset) * 1_000)
  expect(totpCode(secret, at(0))).toBe(code)
  const step = Math.floor(seconds / 30)
  for (const offset of [0, 30, -30]) expect(totpStep(secret, code, at(offset))).toBe(step)
  for (const offset of [90, -90]) expect(totpStep(secret, code, at(offset))).toBeUndefined()
})

test('what is no code of six digits is never right', () => {
  const secret = newTotpSecret()
  const now = new Date()
  for (const text of ['', '12345', '1234567', 'abcdef', '１２３４５６', `${totpCode(secret, now)} `])
    expect(totpStep(secret, text, now)).toBeUndefined()
})

test('a path to return to is never read as another site', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: fc.constantFrom('/', '\\', ':', '@', '.', '?', '#', 'a', '\t', '\n', ' ', '%2f') }),
        fc.webPath(),
        fc.webUrl(),
      ),
      (target) => {
        if (!isOwnPath(target)) return
        const read = new URL(target, 'https://own.example/page')
        expect(read.origin).toBe('https://own.example')
        expect(
          new URL(withParameter('/login', 'return_to', target), read).searchParams.get('return_to'),
        ).toBe(target.toWellFormed())
      },
    ),
    { numRuns: 1_000 },
  )
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('limits for the address %j count for %j', (address, expected) => {
  expect(limitedAddress(address)).toBe(expected)
})
