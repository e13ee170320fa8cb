import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseEmail, parseEmail } from './email.ts'

describe('an address', () => {
  test.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['  ada.lovelace+tag@mail.example.co.uk\n', 'ada.lovelace+tag@mail.example.co.uk'],
    ['ＡDA@example.com', 'ada@example.com'],
    ['ada@EXAMPLE。com', 'ada@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    // Cyrillic а in the domain stays apart from the Latin one.
    ['ada@\u0430pple.com', 'ada@xn--pple-43d.com'],
    [`o'hara@example.com`, `o'hara@example.com`],
  ])('%j is %s', (text, expected) => {
    expect(parseEmail(text)).toEqual({ ok: true, value: expected })
  })

  test.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@example..com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@-example.com',
    'ada@example.com\0',
    'ada@exam\nple.com',
    'ada@ex%61mple.com',
    'ada@exam\u00adple.com',
    'ada@127.0.0.1',
    'ada@0x7f.1',
    'ada\r\nBcc: eve@example.com',
    'ada@example.com, eve@example.com',
    '<ada@example.com>',
    '"ada lovelace"@example.com',
    'ada@[127.0.0.1]',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'abcdefgh.'.repeat(28)}com`,
  ])('%j is not valid', (text) => {
    expect(parseEmail(text)).toEqual({ ok: false, failure: 'malformed' })
  })

  test.each([
    'аda@example.com',
    'adа@example.com',
    'ıda@example.com',
    'İda@example.com',
    'ada\u0301@example.com',
    'αda@example.com',
  ])('%j has letters that can be mistaken for others', (text) => {
    expect(parseEmail(text)).toEqual({ ok: false, failure: 'foreign-letters' })
  })

  test('is the same after it was read once, plain, and of bounded length, for any text', () => {
    fc.assert(
      fc.property(
        fc
          .tuple(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 8 }))
          .chain(([a, b]) =>
            fc.constantFrom(`${a}@${b}.com`, `${b}@${a}.example`, `a${a}@example.com`, `${a}${b}`),
          ),
        (text) => {
          const once = parseEmail(text)
          const normal = normaliseEmail(text)
          expect(parseEmail(normal).ok).toBe(once.ok)
          fc.pre(once.ok)
          expect(normal).toBe(once.value)
          expect(once.value).toMatch(/^[!-~]+$/)
          expect(once.value.length).toBeLessThanOrEqual(254)
          expect(parseEmail(once.value)).toEqual(once)
          expect(parseEmail(once.value.toUpperCase())).toEqual(once)
        },
      ),
    )
  })
})
