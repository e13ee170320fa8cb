import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { check } from './check.ts'
import { createScriptEngine } from './engine.ts'
import { type Language, languages } from './script.ts'

const engine = createScriptEngine({ now: () => new Date(0) })
afterAll(() => engine.close())

const environment = {
  variables: { a: { b: [1, 'x', null, { c: true }] }, n: 2, t: 'text' },
  durations: { d: 10 },
  given: { last_result: {} },
}
const names = { variables: ['a', 'n', 't', 'd'], given: ['last_result'] }

/** Pieces that the languages are made of: strings of them come further into the parsers than random letters. */
const pieces: Readonly<Record<Language, readonly string[]>> = {
  cel: [
    'a',
    '.b',
    '[0]',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '"x"',
    "'",
    '+',
    '-',
    '*',
    '/',
    '%',
    '==',
    '&&',
    '||',
    '!',
    '?',
    ':',
    ',',
    '.',
    '.?',
    '1',
    '2.5',
    'n',
    '.map(',
    'x',
    'has(',
    'toJSON(',
    'true',
    'in',
    ' ',
    '\n',
    '//',
    'b"',
    'r"',
    '"""',
    '.matches(',
    'duration("1s")',
  ],
  template: [
    '{{',
    '}}',
    '{{-',
    '-}}',
    ' ',
    '.a',
    '.b',
    '$',
    '$x',
    ':=',
    '=',
    '|',
    '(',
    ')',
    'if ',
    'else',
    'end',
    'range ',
    'with ',
    'define ',
    '"n"',
    'template ',
    'block ',
    'break',
    'printf ',
    '"%d"',
    'index ',
    '1',
    '-1',
    '`',
    "'c'",
    '/*',
    '*/',
    'and ',
    'nil',
    'true',
    ',',
    '\n',
    'x',
    '.',
  ],
  javascript: [
    'a',
    '.b',
    '[0]',
    '(',
    ')',
    '{',
    '}',
    '=>',
    'function',
    'return ',
    'var ',
    'x',
    '=',
    '+',
    ';',
    '"s"',
    '`',
    '${',
    '1',
    '/',
    'throw ',
    'if',
    'for',
    'of ',
    'new ',
    'class ',
    ',',
    ':',
    '?',
    '...',
    'async ',
    'await ',
    'yield ',
    '\n',
    ' ',
    'k8s.getHealth(',
    '_',
  ],
  jsonpath: [
    '$',
    '.',
    '..',
    'a',
    'b',
    '[',
    ']',
    '*',
    '?',
    '@',
    '(',
    ')',
    "'x'",
    '"y"',
    '0',
    '-1',
    ':',
    ',',
    '==',
    '<',
    '&&',
    '||',
    '!',
    'count(',
    'match(',
    'length(',
    'true',
    'null',
    ' ',
    '{',
    '}',
  ],
}

const scripts = (language: Language) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ maxLength: 60 }),
    fc.array(fc.constantFrom(...pieces[language]), { maxLength: 25 }).map((list) => list.join('')),
  )

function expectPlace(
  source: string,
  error: { line: number; column: number; excerpt: string; message: string },
): void {
  const lines = source.split('\n')
  expect(error.line).toBeGreaterThanOrEqual(1)
  expect(error.line).toBeLessThanOrEqual(lines.length)
  expect(error.column).toBeGreaterThanOrEqual(1)
  expect(error.column).toBeLessThanOrEqual((lines[error.line - 1]?.length ?? 0) + 1)
  expect(error.excerpt.length).toBeLessThanOrEqual(80)
  expect(error.message).not.toBe('')
}

describe.each(languages)('any text as %s', (language) => {
  test('is right, or wrong at a place within it', () => {
    fc.assert(
      fc.property(scripts(language), (source) => {
        for (const error of check({ language, source }, names).errors) expectPlace(source, error)
      }),
      { numRuns: 1_000 },
    )
  })

  test('ends with a result or an error', async () => {
    await fc.assert(
      fc.asyncProperty(scripts(language), async (source) => {
        const result = await engine.evaluate({ language, source }, environment, { timeoutMilliseconds: 200 })
        if (result.ok) JSON.stringify(result.value)
        else expectPlace(source, result.failure)
        // What the check finds no fault with can still fail, but never for how it is written.
        const misspelt = !result.ok && language !== 'javascript' && result.failure.code === 'syntax'
        expect(misspelt && check({ language, source }, names).errors.length === 0).toBe(false)
      }),
      { numRuns: language === 'javascript' ? 150 : 500 },
    )
  }, 60_000)
})

test('any environment of data ends with a result or an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (variables) => {
      for (const [language, source] of [
        ['cel', 'toJSON(a) + string(n)'],
        ['template', '{{ . }}{{ range . }}{{ printf "%v" . }}{{ end }}'],
        ['jsonpath', '$.*'],
        ['javascript', 'globalThis; a'],
      ] as const) {
        const result = await engine.evaluate(
          { language, source },
          { variables: { n: 1, a: variables, ...variables } },
        )
        if (!result.ok) expectPlace(source, result.failure)
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)
