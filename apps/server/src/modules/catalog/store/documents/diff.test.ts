import { expect, test } from 'vitest'
import { diffDocuments } from './diff.ts'

test('a diff names the changed leaf, or what contains it where more of the same changed', () => {
  const summary = (before: Parameters<typeof diffDocuments>[0], after: Parameters<typeof diffDocuments>[1]) =>
    diffDocuments(before, after)?.summary
  expect(summary({ spec: { replicas: 1 } }, { spec: { replicas: 2 } })).toBe('spec.replicas')
  expect(summary({ spec: { a: 1, b: 1 }, kind: 'x' }, { spec: { a: 2, b: 2 }, kind: 'y' })).toBe('kind, spec')
  expect(summary({ list: [1, 2] }, { list: [1, 3] })).toBe('list')
  expect(summary({ a: 1, b: 1 }, { a: 2, c: 2 })).toBe('a, b, c')
  expect(summary({ a: 1 }, { a: 1 })).toBeUndefined()
})

test('a diff of hundreds of paths names the first, and says how many more there are', () => {
  const document = (value: number, name: string) =>
    Object.fromEntries(
      Array.from({ length: 600 }, (_, n) => [`${name}${String(n).padStart(3, '0')}`, { value }]),
    )
  const many = diffDocuments(document(1, 'option'), document(2, 'option'))?.summary
  expect(many).toMatch(/^option000\.value, .*, option011\.value and 588 more$/)
  const long = diffDocuments(document(1, 'x'.repeat(1_000)), document(2, 'x'.repeat(1_000)))?.summary
  expect(long).toHaveLength(400 + ' and 599 more'.length)
})

test('numbers with a fraction differ', () => {
  expect(diffDocuments({ ratio: 1.1 }, { ratio: 1.4 })).toEqual({
    summary: 'ratio',
    text: '--- before\n+++ after\n@@ -1,3 +1,3 @@\n {\n-  "ratio": 1.1\n+  "ratio": 1.4\n }\n',
    patch: { ratio: 1.1 },
    changed: [{ path: '/ratio', before: 1.1, after: 1.4 }],
  })
})

test('documents that have nothing in common are compared in a bounded time', () => {
  const document = (seed: string) =>
    Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${seed}${n}`, n]))
  const diff = diffDocuments(document('a'), document('b'))
  expect(diff?.text.split('\n').filter((line) => line.startsWith('-  '))).toHaveLength(20_000)
})
