import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentLanguages, printedDocument, readDocument, translated } from './written-document.ts'

test('a document is read as it was written, in both languages', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(...documentLanguages),
      (document, language) => {
        const plain: unknown = JSON.parse(JSON.stringify(document))
        const read = readDocument(printedDocument(plain, language))
        expect(read).toEqual({ ok: true, value: plain })
      },
    ),
    { numRuns: 50 },
  )
})

test('a broken document says where, and is not translated', () => {
  const broken = 'a: 1\na: 2\n'
  expect(readDocument(broken)).toMatchObject({ ok: false, failure: [{ line: 2 }] })
  expect(translated(broken, 'json')).toBe(broken)
  expect(translated('a: 1\n', 'json')).toBe('{\n  "a": 1\n}\n')
  expect(readDocument('  ')).toEqual({ ok: true, value: null })
  const bomb = [
    'a: &a [1]',
    ...'bcdefghij'.split('').map((key, at) => `${key}: &${key} [${`*${'abcdefghij'[at]},`.repeat(9)}]`),
  ]
  expect(readDocument(bomb.join('\n'))).toMatchObject({ ok: false })
})
