import { afterAll, describe, expect, test } from 'vitest'
import { createScriptEngine, type ScriptEnvironment } from './engine.ts'
import type { ScriptErrorCode } from './failure.ts'
import type { Limits } from './limits.ts'
import type { Language } from './script.ts'

const engine = createScriptEngine({ now: () => new Date(0) })
afterAll(() => engine.close())

const letters = 'a'.repeat(100_000)
const numbers = Array.from({ length: 2_000 }, (_, index) => index)
const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown
const tree = (depth: number): unknown => (depth === 0 ? 1 : [tree(depth - 1), tree(depth - 1)])
const variables = { letters, numbers, tree: tree(12) }

async function attempt(
  language: Language,
  source: string,
  limits: Partial<Limits> = {},
  environment: ScriptEnvironment = { variables },
) {
  const begin = performance.now()
  const result = await engine.evaluate({ language, source }, environment, {
    timeoutMilliseconds: 200,
    ...limits,
  })
  return { result, milliseconds: performance.now() - begin }
}

const doubling = (times: number) => `[[1, 2, 3, 4]]${'.map(x, x + x)'.repeat(times)}`

/** What each script must end with; several codes where the machine's speed decides which limit it meets first. */
const cases: readonly (readonly [
  name: string,
  language: Language,
  source: string,
  codes: readonly ScriptErrorCode[],
])[] = [
  ['endless loop', 'javascript', 'while (true) {}', ['too-slow']],
  [
    'endless loop that catches everything',
    'javascript',
    'while (true) { try { while (true) {} } catch (e) {} }',
    ['too-slow'],
  ],
  [
    'endless generator',
    'javascript',
    '[...(function* () { while (true) yield 1 })()]',
    ['too-slow', 'too-much-memory'],
  ],
  [
    'nested repetition',
    'cel',
    'numbers.all(a, numbers.all(b, numbers.all(c, a + b + c >= 0.0)))',
    ['too-slow'],
  ],
  [
    'nested repetition of functions',
    'cel',
    'numbers.map(a, numbers.map(b, toJSON(numbers))).size()',
    ['too-slow', 'too-much-memory', 'too-many-steps'],
  ],
  [
    'repetition whose errors are swallowed',
    'cel',
    'numbers.exists(a, numbers.exists(b, numbers.exists(c, JSON("x") == 1)))',
    ['too-slow', 'too-many-steps'],
  ],
  [
    'nested ranges',
    'template',
    '{{ range $.numbers }}{{ range $.numbers }}{{ range $.numbers }}{{ end }}{{ end }}{{ end }}',
    ['too-many-steps', 'too-slow'],
  ],
  [
    'range over a large number',
    'template',
    '{{ range 9000000000 }}{{ end }}',
    ['too-many-steps', 'too-slow'],
  ],
  ['descents within filters', 'jsonpath', '$..[?count($..[?count($..*) > 0]) > 0]', ['too-slow']],
  [
    'descents upon descents',
    'jsonpath',
    '$..*..*..*..*..[?@ == 7777]',
    ['too-slow', 'too-deep', 'too-much-memory'],
  ],
  ['1 GB of text', 'javascript', '"x".repeat(1e9).length', ['too-much-memory']],
  [
    '1 GB of small texts',
    'javascript',
    'var all = []; while (true) all.push("x" + all.length)',
    ['too-much-memory', 'too-slow'],
  ],
  ['1 GB of bytes', 'javascript', 'new Uint8Array(1e9).length', ['too-much-memory', 'evaluation']],
  ['1 GB of a doubled list', 'cel', doubling(26), ['too-much-memory', 'too-slow']],
  ['a list that doubles', 'cel', `[numbers]${'.map(x, x + x)'.repeat(14)}`, ['too-much-memory']],
  [
    'a text that doubles and is read',
    'cel',
    `[letters.repeat(30)]${'.map(x, x + x)'.repeat(5)}[0].upperAscii().size()`,
    ['too-much-memory'],
  ],
  ['2^60 doubled texts', 'cel', `["ab"]${'.map(x, x + x)'.repeat(60)}`, ['too-much-memory', 'too-slow']],
  ['1 GB of repeated text', 'cel', 'letters.repeat(10000)', ['too-much-memory']],
  ['1 GB of repeated text', 'template', '{{ repeat 10000 .letters }}', ['too-much-memory']],
  [
    '1 GB of text, doubled by printf',
    'template',
    `{{ $a := .letters }}${'{{ $a = printf "%s%s" $a $a }}'.repeat(14)}`,
    ['too-much-memory', 'too-many-steps'],
  ],
  [
    'a width of 1 GB',
    'template',
    '{{ printf "%1000000000d|" 1 | len }}{{ printf "%*d" 2000000000 1 | len }}{{ repeat 1000000 .letters }}',
    ['too-much-memory'],
  ],
  ['a sequence of 10^9', 'template', '{{ len (seq 1000000000) }}', ['too-many-steps', 'too-much-memory']],
  ['catastrophic pattern', 'javascript', '/^(a+)+$/.test("a".repeat(40) + "b")', ['too-slow']],
  [
    'replacing matches that each look through the whole text',
    'template',
    '{{ .letters | regexp.Replace "a.*z|a" "" }}',
    ['too-slow'],
  ],
  ['finding such matches', 'cel', 'regexp.FindAll("a.*z|a", letters).size()', ['too-slow']],
  ['splitting at such matches', 'cel', 'regexp.Split("a.*z|a", letters).size()', ['too-slow']],
  ['calls without end', 'javascript', '(function f() { return f() })()', ['too-deep']],
  [
    'templates without end',
    'template',
    '{{ define "a" }}{{ template "a" . }}{{ end }}{{ template "a" . }}',
    ['too-deep'],
  ],
  ['deep data', 'template', '{{ .deep }}', ['too-deep']],
  ['deep data', 'cel', 'deep', ['too-deep']],
  ['deep data', 'javascript', 'deep', ['too-deep']],
  ['deep data', 'jsonpath', '$..[?@.a]', ['too-deep']],
  ['deep data', 'jsonpath', '$..a', ['too-deep']],
  ['deep parentheses', 'cel', `${'('.repeat(20_000)}1${')'.repeat(20_000)}`, ['too-deep']],
  ['deep lists', 'cel', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, ['too-deep']],
  ['deep parentheses', 'template', `{{ ${'('.repeat(20_000)}1${')'.repeat(20_000)} }}`, ['syntax']],
  ['deep blocks', 'template', '{{ if true }}'.repeat(4_000), ['syntax']],
  ['deep parentheses', 'javascript', `${'('.repeat(30_000)}1${')'.repeat(30_000)}`, ['too-deep', 'syntax']],
  ['deep filters', 'jsonpath', `$[?${'('.repeat(20_000)}@.a${')'.repeat(20_000)}]`, ['too-deep', 'syntax']],
  ['huge output', 'javascript', '"x".repeat(2e6)', ['output-too-long']],
  ['huge output as JSON', 'javascript', 'Array(500000).fill("xyz")', ['output-too-long']],
  [
    'huge output',
    'cel',
    '[letters, letters, letters, letters, letters, letters, letters, letters, letters, letters, letters]',
    ['output-too-long'],
  ],
  ['huge output', 'template', '{{ range 11 }}{{ $.letters }}{{ end }}', ['output-too-long']],
  ['huge script', 'cel', `"${'x'.repeat(70_000)}"`, ['script-too-long']],
]

describe('a script that would not end, or take all memory, ends with an error', () => {
  test.each(cases)('%s: %s %s', async (name, language, source, codes) => {
    const environment = { variables: name === 'deep data' ? { deep } : variables }
    // Only what would take forever is given little time; a busy machine may need more for the rest.
    const timeoutMilliseconds = codes.includes('too-slow') ? 200 : 5_000
    const { result, milliseconds } = await attempt(language, source, { timeoutMilliseconds }, environment)
    expect(result).toMatchObject({ ok: false, failure: { language } })
    expect(codes).toContain(result.ok ? 'no error' : result.failure.code)
    // The backstop of the pool, with which it ends whatever the machine has to do.
    expect(milliseconds).toBeLessThan(timeoutMilliseconds * 10 + 10_000)
  })

  test('the engine is as good as before', async () => {
    for (const language of ['cel', 'javascript'] as const)
      expect(
        (
          await attempt(
            language,
            '[1, 2].map(x => x)'.replace('x => x', language === 'cel' ? 'x, x' : 'x => x'),
          )
        ).result.ok,
      ).toBe(true)
  })
})

test('of a key that stands twice in YAML the last counts: to look for such takes time by the square', async () => {
  const { result } = await attempt(
    'template',
    '{{ (YAML .text).a }}',
    {},
    { variables: { text: 'a: 1\na: 2' } },
  )
  expect(result).toMatchObject({ ok: true, value: { text: '2' } })
})

test('patterns that take others forever take linear time', async () => {
  const text = `${'a'.repeat(5_000)}b`
  const sources = {
    cel: 'text.matches("^(a+)+$")',
    template: '{{ regexp.Match "^(a+)+$" .text }}',
    jsonpath: '$[?search(@, "^(a+)+$")]',
  }
  for (const language of ['cel', 'template', 'jsonpath'] as const) {
    const { result } = await attempt(language, sources[language], {}, { variables: { text } })
    expect(result).toMatchObject({ ok: true, value: { text: language === 'jsonpath' ? '' : 'false' } })
  }
})

test('a large pattern on a large text is refused rather than waited for', async () => {
  const { result } = await attempt('cel', 'letters.matches("(a|b|c){1,200}x")')
  expect(result).toMatchObject({ ok: false, failure: { code: 'too-slow' } })
})

test('limits can be set for one evaluation', async () => {
  expect((await attempt('template', '{{ range 100 }}{{ . }}{{ end }}', { steps: 50 })).result).toMatchObject({
    ok: false,
    failure: { code: 'too-many-steps' },
  })
  expect((await attempt('template', 'hello', { outputCharacters: 4 })).result).toMatchObject({
    ok: false,
    failure: { code: 'output-too-long' },
  })
  const slow = await attempt('javascript', 'while (true) {}', { timeoutMilliseconds: 50 })
  expect(slow.result).toMatchObject({
    ok: false,
    failure: { code: 'too-slow', message: 'took longer than 50 ms' },
  })
})
