import { describe, expect, test } from 'vitest'
import { check } from './check.ts'
import type { Language } from './script.ts'

const options = { variables: ['results', 'code', 'check', 'elapsed'], given: ['last_result'] }

function errorsOf(language: Language, source: string): string[] {
  return check({ language, source }, options).errors.map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  )
}

describe('what is wrong is said before anything runs', () => {
  test.each<[Language, string, string[]]>([
    ['cel', 'code == 200', []],
    [
      'cel',
      'cod == 200 && result.x == 1',
      [
        '1:1 unknown variable cod; did you mean "code"?',
        '1:15 unknown variable result; did you mean "results"?',
      ],
    ],
    ['cel', 'results.rows.all(r, r.ok && s.ok)', ['1:29 unknown variable s']],
    ['cel', 'cel.bind(x, code, x == 1)', []],
    ['cel', 'isHealty(results)', ['1:1 unknown function isHealty; did you mean "isHealthy"?']],
    ['cel', 'k8s.isHealty(results)', ['1:1 unknown function k8s.isHealty; did you mean "k8s.isHealthy"?']],
    ['cel', 'results.map(r, r.toJson())', ['1:17 unknown function toJson; did you mean "toJSON"?']],
    ['cel', 'since(check.at)', []],
    ['cel', 'SHA256("a")', ['1:1 unknown function SHA256; did you mean "crypto.SHA256"?']],
    ['cel', 'code == "a" && "x" + 1 == "y"', ['1:16 no such overload: string + int']],
    ['cel', 'code ==', ['1:8 the expression ends too early']],
    ['cel', 'last_result().results', []],
    ['template', '{{ .code }} {{ code }} {{ $.results }}', []],
    [
      'template',
      '{{ .cod }} {{ $.reslts.x }}',
      [
        '1:4 unknown variable cod; did you mean "code"?',
        '1:15 unknown variable reslts; did you mean "results"?',
      ],
    ],
    [
      'template',
      '{{ range .results.rows }}{{ .anything }}{{ $.cod }}{{ end }}',
      ['1:44 unknown variable cod; did you mean "code"?'],
    ],
    [
      'template',
      '{{ with .check }}{{ .anything }}{{ else }}{{ .anything }}{{ end }}',
      ['1:46 unknown variable anything'],
    ],
    ['template', '{{ define "x" }}{{ .anything }}{{ end }}{{ template "x" .check }}', []],
    ['template', '{{ toUper "a" }}', ['1:4 unknown function toUper; did you mean "toUpper"?']],
    [
      'template',
      '{{ strings.ToUper "a" | zzzzzz }}',
      [
        '1:4 unknown function strings.ToUper; did you mean "strings.ToUpper"?',
        '1:25 unknown function zzzzzz',
      ],
    ],
    ['template', '{{ last_result.results.x }}', []],
    ['template', 'a\n{{ if }}', ['2:7 a value is missing']],
    ['javascript', 'var a = code; a + results.rows.length', []],
    ['javascript', 'total = 0; for (i in results) { total++ }; total', []],
    ['javascript', 'results.map(function (row, index) { return row.x + index + arguments.length })', []],
    ['javascript', 'const { a, b: [c], ...d } = results; [a, c, d].map((x) => x ?? Math.max(1))', []],
    ['javascript', 'typeof nope', []],
    ['javascript', 'class A { b = 1; get c() { return this.b } }; new A().c', []],
    ['javascript', 'try { code() } catch (error) { error.message } finally { }', []],
    ['javascript', 'coed == 200', ['1:1 unknown variable coed; did you mean "code"?']],
    [
      'javascript',
      'k8s.isHealty(results)',
      ['1:1 unknown function k8s.isHealty; did you mean "k8s.isHealthy"?'],
    ],
    ['javascript', 'k8s.getHealth(results).health', []],
    ['javascript', 'last_result().results.length', []],
    ['javascript', 'let x = ;\n', ['1:9 unexpected token']],
    ['jsonpath', '$.results.rows[0].x', []],
    ['jsonpath', '$.reslts.rows', ['1:3 unknown variable reslts; did you mean "results"?']],
    ['jsonpath', 'reslts', ['1:1 unknown variable reslts; did you mean "results"?']],
    ['jsonpath', '$.results[?cuont(@) > 1]', ['1:12 unknown function cuont; did you mean "count"?']],
  ])('%s: %s', (language, source, errors) => {
    expect(errorsOf(language, source)).toEqual(errors)
  })
})

test('without names of variables any name may be one', () => {
  for (const [language, source] of [
    ['cel', 'a.b == c'],
    ['template', '{{ .a }}'],
    ['javascript', 'a + b'],
    ['jsonpath', '$.a'],
  ] as const)
    expect(check({ language, source }).errors).toEqual([])
})

describe('what a script uses is known, so that no more is loaded', () => {
  test.each<[Language, string, string[], string[]]>([
    ['cel', 'code == 200 && last_result().results.x == 1', ['code'], ['last_result']],
    ['cel', 'results.all(r, r == code)', ['results', 'code'], []],
    ['template', '{{ .code }} {{ last_result.x }} {{ check.name }}', ['code', 'check'], ['last_result']],
    ['javascript', 'var x = results; last_result().y', ['results'], ['last_result']],
    ['jsonpath', '$.results.x', ['results'], []],
  ])('%s: %s', (language, source, variables, given) => {
    expect(check({ language, source }, options).uses).toEqual({ variables, given })
  })
})

test('there are no more errors than anyone reads', () => {
  const source = Array.from({ length: 100 }, (_, index) => `zzz${index}`).join(' + ')
  expect(check({ language: 'cel', source }, options).errors).toHaveLength(20)
})
