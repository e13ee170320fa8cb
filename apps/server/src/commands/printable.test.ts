import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test('no control character is left but line feeds and tabs', () => {
  expect(printable('ok\n\tdone äöü ✔')).toBe('ok\n\tdone äöü ✔')
  expect(printable('\u001b[2J\u0007\r\u007f\u009b31m\u202egnp')).toBe(
    String.raw`\x1b[2J\x07\x0d\x7f\x9b31m\u202egnp`,
  )
})
