import { createTwoFilesPatch } from 'diff'
import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { pairsOf, parseDiff, sizeOf } from './diff-lines.ts'

const diff = `--- before
+++ after
@@ -1,4 +1,5 @@
 {
-  "replicas": 2,
+  "replicas": 3,
+  "paused": true,
   "image": "web"
 }
`

test('a unified diff is read with the numbers of its lines on both sides', () => {
  const [part] = parseDiff(diff) ?? []
  expect(part?.lines.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ['same', 1, 1],
    ['removed', 2, undefined],
    ['added', undefined, 2],
    ['added', undefined, 3],
    ['same', 3, 4],
    ['same', 4, 5],
  ])
  expect(sizeOf(parseDiff(diff) ?? [])).toEqual({ added: 2, removed: 1 })
})

test('removed lines are next to the added ones that follow', () => {
  const [part] = parseDiff(diff) ?? []
  expect(pairsOf(part?.lines ?? []).map(([before, after]) => [before?.text, after?.text])).toEqual([
    ['{', '{'],
    ['  "replicas": 2,', '  "replicas": 3,'],
    [undefined, '  "paused": true,'],
    ['  "image": "web"', '  "image": "web"'],
    ['}', '}'],
  ])
})

test('a text that is no diff gives no lines', () => {
  expect(parseDiff('hello')).toBeUndefined()
  expect(parseDiff('')).toBeUndefined()
  expect(parseDiff('@@ nonsense @@\n+a')).toBeUndefined()
})

test('both sides of any diff come back whole', () => {
  const text = array(constantFrom('a', 'b', '  "c": 1,', '')).map((lines) => `${lines.join('\n')}\n`)
  assert(
    property(text, text, (left, right) => {
      const parts = parseDiff(createTwoFilesPatch('x', 'y', left, right, '', '', { context: 1_000 }))
      if (left === right) return
      const side = (index: 0 | 1) =>
        `${(parts ?? [])
          .flatMap(({ lines }) => pairsOf(lines))
          .flatMap((pair) => pair[index]?.text ?? [])
          .join('\n')}\n`
      expect([side(0), side(1)]).toEqual([left, right])
    }),
  )
})
