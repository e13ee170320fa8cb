import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, cutText, oneLine } from './text.ts'

test('a text that fits stays as it is', () => {
  expect(cutText('The shop is down', 16)).toBe('The shop is down')
})

test('a longer text ends with an ellipsis', () => {
  expect(cutText('The shop is down', 15)).toBe('The shop is do…')
  expect(cutText('The shop is down', 5)).toBe('The…')
})

test('a character is never cut in two', () => {
  expect(cutText('go 👩‍👩‍👧‍👦 go', 8)).toBe('go…')
  expect(cutText('höhö', 6, bytesOf)).toBe('höhö')
  expect(cutText('höhöhö', 8, bytesOf)).toBe('höh…')
})

test('no text is longer than the limit, and what is cut is the start of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 60 }), (text, longest) => {
      for (const measure of [undefined, bytesOf]) {
        const cut = cutText(text, longest, measure)
        expect((measure ?? ((value: string) => value.length))(cut)).toBeLessThanOrEqual(longest)
        expect(cut === text || text.startsWith(cut.slice(0, -1))).toBe(true)
      }
    }),
  )
})

test('one line has no line breaks', () => {
  expect(oneLine(' a\r\nBcc: b\u2028c\t')).toBe('a Bcc: b c')
})
