import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const url = JSON.stringify(new URL('text-bounds.mjs', import.meta.url).href)

/** What a function of the check answers. */
function answerOf(call: string, text: string): unknown {
  const script = `
    const { unboundedTexts, looksAtItsStart } = await import(${url})
    console.log(JSON.stringify(${call}))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script, text], {
    encoding: 'utf8',
  })
  return JSON.parse(output)
}

const stepsIn = (text: string) =>
  answerOf("unboundedTexts('a.ts', process.argv[1]).map(({ step }) => step)", text)
const looksAtItsStart = (source: string) => answerOf('looksAtItsStart(process.argv[1])', source)

test.each([
  ['z.string().regex(/a+/)', ['regex']],
  ['z.string().trim().max(9).regex(/a+/)', ['regex']],
  ['z.string().regex(/a+/).max(9, { abort: true })', ['regex']],
  ['z.string().optional().transform((text) => text)', ['transform']],
  ['z.string().check((context) => {})', ['check']],
  ['z.string().check(z.maxLength(9), z.regex(/a+/))', ['regex']],
  ['z.string().check(z.trim(), z.refine(isZone))', ['refine']],
  ['const text = z.string(); const b = text.min(1).refine(isZone)', ['refine']],
  ['const text = z.string().max(9); export const a = z.object({ b: text.superRefine(f) })', ['superRefine']],
])('finds what reads a text of any length: %s', (text, steps) => {
  expect(stepsIn(text)).toEqual(steps)
})

test.each([
  'z.string().max(9, { abort: true }).regex(/a+/).refine(isZone)',
  "z.string().trim().length(9, { error: 'x', abort: true }).transform((text) => text)",
  "z.string().check(z.maxLength(9, { error: 'x', abort: true }), z.regex(/a+/))",
  'z.string().regex(/^[a-z]{1,40}$/)',
  'const start = /^-/; z.string().regex(start)',
  'z.number().refine(isSmall)',
  'const text = z.string().max(9, { abort: true }); text.check((context) => {})',
])('passes what is bounded: %s', (text) => {
  expect(stepsIn(text)).toEqual([])
})

test.each([
  ['^a{1,9}$', true],
  ['^(?:a|b)c?', true],
  [String.raw`^[*+]\+`, true],
  ['^a*', false],
  ['a', false],
  ['^a|b', false],
  ['^(a)|b', false],
  ['^a{2,}', false],
])('/%s/ looks at the start only: %s', (source, expected) => {
  expect(looksAtItsStart(source)).toBe(expected)
})
