import { createMessageGuard } from '@binnacle/plugin-kit/talk'
import { expect, test } from 'vitest'
import { ldapMessages } from './messages.ts'

const short = Buffer.from([0x30, 3, 2, 1, 1])
const long = Buffer.concat([Buffer.from([0x30, 0x82, 1, 0]), Buffer.alloc(256)])

test('messages fit in the short and the long form, in whatever pieces they come', () => {
  const bytes = Buffer.concat([short, long, short])
  for (let size = 1; size <= bytes.length; size += 1) {
    const fits = createMessageGuard(ldapMessages)
    for (let start = 0; start < bytes.length; start += size)
      expect(fits(bytes.subarray(start, start + size))).toBe(true)
  }
})

test.each([
  ['blanks', [0x20, 0x20]],
  ['zeros', [0, 0]],
  ['a length without an end', [0x30, 0x80]],
  ['a length of many bytes', [0x30, 0x88, 0, 0, 0, 0, 0, 0, 0, 1]],
  ['a length beyond the largest', [0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]],
])('%s do not fit, also behind a message', (_what, bytes) => {
  expect(createMessageGuard(ldapMessages)(Buffer.from(bytes))).toBe(false)
  expect(createMessageGuard(ldapMessages)(Buffer.concat([long, Buffer.from(bytes)]))).toBe(false)
})
