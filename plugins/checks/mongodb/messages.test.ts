import { expect, test } from 'vitest'
import { createMessageGuard as guardOf } from '@binnacle/plugin-kit/talk'
import { mongoMessages } from './messages.ts'

const createMessageGuard = () => guardOf(mongoMessages)

function message(length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(4, length), 7)
  bytes.writeInt32LE(length)
  return bytes
}

test('messages fit, in whatever pieces they come', () => {
  const bytes = Buffer.concat([message(16), message(1_000), message(40)])
  for (let size = 1; size <= bytes.length; size += 1) {
    const fits = createMessageGuard()
    for (let start = 0; start < bytes.length; start += size)
      expect(fits(bytes.subarray(start, start + size))).toBe(true)
  }
})

test.each([0, 4, 15, -1, 48_000_001])('a message of %d bytes does not fit, also behind others', (length) => {
  expect(createMessageGuard()(message(length))).toBe(false)
  const fits = createMessageGuard()
  expect(fits(message(20))).toBe(true)
  expect(fits(message(length))).toBe(false)
})
