import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScriptEngine } from '../../engine.ts'
import type { Language } from '../../script.ts'

const engine = createScriptEngine({ now: () => new Date('2024-05-01T12:00:00Z') })
// The first worker starts, which takes a while on a busy machine.
beforeAll(async () => {
  await engine.evaluate({ language: 'cel', source: 'jq(".", 1)' }, { variables: {} })
}, 60_000)
afterAll(() => engine.close())

/** For what ends only with its processor time, which a busy machine gives slowly. */
const timeout = 60_000

const rows = [
  { name: 'a', size: 3, tags: ['x'] },
  { name: 'b', size: 7, tags: [] },
]
const xml = `<feed xmlns:x="urn:x"><entry id="1"><title>One</title></entry><x:entry id="2"/></feed>`
const variables = { data: { rows, none: null }, text: JSON.stringify({ rows }), xml, word: 'plain' }

async function evaluate(source: string, language: Language = 'cel') {
  const result = await engine.evaluate({ language, source }, { variables })
  return result.ok ? result.value.text : `${result.failure.code} ${result.failure.message}`
}

describe('queries', () => {
  test.each([
    // jq
    [`jq('.rows[0].name', data)`, 'a'],
    [`jq('.rows[].name', data)`, '[a b]'],
    [`jq('.rows[] | select(.size > 5)', data).name`, 'b'],
    [`jq('.missing', data)`, ''],
    [`jq('.rows[0].size', data) > 2 && jq('.rows[0].size', data) == 3`, 'true'],
    [`jq('empty', data).size()`, '0'],
    [`jq('.rows | length', text)`, '2'],
    [`jq('ascii_upcase', word)`, 'PLAIN'],
    [`jq('try error("x") catch .', data)`, 'x'],
    [`jq('-1', data)`, '-1'],
    [`jq('.rows | group_by(.size > 5) | map(length)', data)`, '[1 1]'],
    [`jq('.a', {"a": duration("90s")})`, '1m30s'],
    [`jq('env | has("SECRET_KEY")', data)`, 'false'],
    [`jq('$ENV.HOME', data)`, '/home/web_user'],
    [`jq('.rows[', data)`, expect.stringMatching(/^arguments jq: bad jq expression: syntax error/)],
    [`jq('.rows.name', data)`, expect.stringMatching(/^evaluation jq: Cannot index array with /)],
    [`jq('import "a" as a; 1', data)`, 'arguments jq: bad jq expression: module not found: a'],
    [`jq('--version', data)`, expect.stringMatching(/^arguments jq: bad jq expression/)],
    // JMESPath
    ["jmespath('rows[*].name | [1]', data)", 'b'],
    ["jmespath('length(rows)', text)", '2'],
    ["jmespath('ceil(`1.2`)', data)", '2'],
    ["jmespath('rows[?size > `5`].name', data)", '[b]'],
    ["jmespath('sort_by(rows, &size)[-1].name', data)", 'b'],
    ["jmespath('none', data)", ''],
    ["jmespath('a.b.c', data)", ''],
    ["jmespath('rows[', data)", expect.stringMatching(/^arguments jmespath: bad JMESPath expression: /)],
    ["jmespath('nothing(rows)', data)", expect.stringMatching(/^arguments jmespath: .*nothing/)],
    // JSONPath
    ["jsonpath('$.rows[*].name', data)", '[a b]'],
    ["jsonpath('$.rows[-1:].name', data)", 'b'],
    ["jsonpath('rows[0].size', text)", '3'],
    ["jsonpath('$.rows[?@.size > 5].name', data)", 'b'],
    ["jsonpath('Address.country', data)", ''],
    ["jsonpath('$[', data)", expect.stringMatching(/^syntax /)],
    // XPath
    ["xpath('/feed/entry/title', xml)", 'One'],
    ["xpath('//@id', xml)", '[1 2]'],
    ["xpath('//x:entry/@id', xml)", '2'],
    ["xpath('count(//@id)', xml)", '2'],
    ["xpath('boolean(//none)', xml)", 'false'],
    ["xpath('//none', xml)", ''],
    ["xpath('string(//title)', xml)", 'One'],
    ["xpath('//[', xml)", expect.stringMatching(/^arguments xpath: bad XPath expression/)],
    ['xpath(\'document("a")\', xml)', expect.stringMatching(/^arguments xpath: bad XPath expression/)],
    ["xpath('//a', '<a>')", expect.stringMatching(/^evaluation not XML: /)],
    ["xpath('//a', '')", expect.stringMatching(/^evaluation not XML: /)],
    [
      `xpath('//a', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')`,
      'evaluation XML with a document type or entities is refused',
    ],
  ])('%s', async (source, printed) => {
    expect(await evaluate(source)).toEqual(printed)
  })

  test.each([
    ['template', '{{ .data | jq ".rows[0].name" }}', 'a'],
    ['template', '{{ range jq ".rows[]" .data }}{{ .name }}{{ end }}', 'ab'],
    ['template', '{{ .text | jmespath "rows[0].name" }}', 'a'],
    ['template', '{{ .data | jsonpath "$.rows[1].size" }}', '7'],
    ['template', '{{ .xml | xpath "//title" }}', 'One'],
    ['javascript', 'jq(".rows[].name", data).join("+")', 'a+b'],
    ['javascript', 'xpath("count(//entry)", xml) + jmespath("length(rows)", data)', '3'],
  ] as const)('%s %s', async (language, source, printed) => {
    expect(await evaluate(source, language)).toBe(printed)
  })
})

/** Scripts that would not end, or take all memory, within the code of a library. */
const hostile = [
  ['a list of 10^9 numbers', 'cel', `jq('[range(1e9)]', data)`],
  ['10^9 results', 'cel', `jq('range(1e9)', data)`],
  ['a loop without end', 'cel', `jq('def f: f; f', data)`],
  ['a loop without end, in a template', 'template', '{{ .data | jq "last(repeat(1))" }}'],
  ['a loop whose errors are caught', 'javascript', 'try { jq("last(repeat(1))", 1) } catch (e) { 1 }'],
  ['nesting without end', 'cel', `jq('def f: [f]; f', data)`],
  ['doubled texts', 'cel', `jq('reduce range(60) as $i ("x"; . + .)', data)`],
  ['doubled lists in JMESPath', 'cel', `jmespath('${'[@, @] | '.repeat(40)}@', data)`],
  ['nested steps of XPath', 'cel', `xpath('count(${'//*[//*]'.repeat(6)})', nodes)`],
  ['deep XML', 'cel', `xpath('count(//*)', deep)`],
  ['deep expressions of XPath', 'cel', `xpath('${'('.repeat(20_000)}1${')'.repeat(20_000)}', xml)`],
  ['deep expressions of JMESPath', 'cel', `jmespath('${'['.repeat(20_000)}a${']'.repeat(20_000)}', data)`],
  ['deep expressions of jq', 'cel', `jq('${'['.repeat(20_000)}1${']'.repeat(20_000)}', data)`],
] as const

describe(
  'a query that would not end, or take all memory, ends with an error while other scripts run',
  { timeout },
  () => {
    test.each(hostile)('%s: %s', async (_, language, source) => {
      const nodes = `<a>${'<b/>'.repeat(2_000)}</a>`
      const deep = `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`
      const ending = engine.evaluate(
        { language, source },
        { variables: { ...variables, nodes, deep } },
        { timeoutMilliseconds: 200 },
      )
      // The pool runs two at once, and this one must not wait for the other.
      const beside = await engine.evaluate(
        { language: 'cel', source: `jq('.rows | length', data)` },
        { variables },
      )
      expect(beside).toMatchObject({ ok: true, value: { text: '2' } })
      const result = await ending
      expect(result).toMatchObject({ ok: false })
      expect(['too-slow', 'too-much-memory', 'too-deep', 'too-many-steps', 'arguments']).toContain(
        result.ok ? 'no error' : result.failure.code,
      )
    })

    test('jq has the memory of a script, and no more', async () => {
      const source = `jq('[range(1e6)] | length', data)`
      const attempt = (memoryBytes: number) =>
        engine.evaluate(
          { language: 'cel', source },
          { variables },
          { memoryBytes, timeoutMilliseconds: 10_000 },
        )
      expect(await attempt(64 * 1_048_576)).toMatchObject({ ok: true, value: { text: '1000000' } })
      expect(await attempt(1_048_576)).toMatchObject({ ok: false, failure: { code: 'too-much-memory' } })
    })
  },
)
