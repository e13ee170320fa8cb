import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprintOf, type Labels } from './fingerprint.ts'

/** The definition, with numbers of any size. */
function slowFingerprint(labels: Labels): string {
  let sum = 0xcbf29ce484222325n
  const add = (bytes: Buffer) => {
    for (const byte of bytes) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n)
  }
  const names = Object.keys(labels).toSorted((left, right) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right)),
  )
  for (const name of names) {
    add(Buffer.from(name))
    add(Buffer.from([255]))
    add(Buffer.from(labels[name] ?? ''))
    add(Buffer.from([255]))
  }
  return sum.toString(16).padStart(16, '0')
}

test('has 64 bits of FNV-1a over sorted labels', () => {
  expect(fingerprintOf({})).toBe('cbf29ce484222325')
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), (labels) => {
      expect(fingerprintOf(labels)).toBe(slowFingerprint(labels))
    }),
  )
})

test('does not depend on the order of labels, but on every character', () => {
  expect(fingerprintOf({ a: '1', b: '2' })).toBe(fingerprintOf({ b: '2', a: '1' }))
  const texts = [{ a: '1', b: '2' }, { a: '1b', b: '2' }, { ab: '1', c: '2' }, { a: '1' }, { a: '2' }]
  expect(new Set(texts.map(fingerprintOf)).size).toBe(texts.length)
  // In UTF-16 the second of these names comes first.
  expect(fingerprintOf({ '\u{ff5e}': 'x', '\u{1f600}': 'y' })).toBe(
    slowFingerprint({ '\u{1f600}': 'y', '\u{ff5e}': 'x' }),
  )
})
