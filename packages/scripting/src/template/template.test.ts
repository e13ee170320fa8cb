import { afterAll, describe, expect, test } from 'vitest'
import { createScriptEngine } from '../engine.ts'
import { placeOf } from '../failure.ts'

const engine = createScriptEngine({ now: () => new Date('2024-05-01T12:00:00Z') })
afterAll(() => engine.close())

const variables = {
  name: 'shop',
  zero: 0,
  one: 1,
  half: 0.5,
  million: 1_000_000,
  whole: 42n,
  yes: true,
  no: false,
  empty: '',
  nothing: null,
  list: ['a', 'b', 'c'],
  none: [],
  map: { b: 2, a: 1, c: { d: 'deep' } },
  html: '<a href="x">&\'</a>',
  at: new Date('2024-05-01T10:20:30Z'),
}
const environment = {
  variables,
  durations: { elapsed: 1_500 },
  given: { last_result: { results: { rows: [{ n: 7 }] } } },
}

async function render(source: string, delimiters?: [string, string]) {
  const result = await engine.evaluate(
    { language: 'template', source, ...(delimiters && { delimiters }) },
    environment,
  )
  return result.ok
    ? result.value.text
    : `${result.failure.code} ${result.failure.line}:${result.failure.column} ${result.failure.message}`
}

/** Behaviour after the documentation of Go's packages text/template and fmt, unless it says otherwise. */
const tables: Readonly<Record<string, readonly (readonly [source: string, printed: string])[]>> = {
  'text and trim markers': [
    ['hello', 'hello'],
    ['{{23 -}} < {{- 45}}', '23<45'],
    ['a  {{- 1 -}}  b', 'a1b'],
    ['a {{/* a comment */}} b', 'a  b'],
    ['a {{- /* a comment */ -}} b', 'ab'],
    ['{{/* one {{ two }} */}}x', 'x'],
    ['{{- 3}}', '3'],
    ['x{{-3}}', 'x-3'],
    ['x{{ -3 }}', 'x-3'],
    ['}} {{ 1 }} }}', '}} 1 }}'],
    ['{{ "}}" }}', '}}'],
    ['{{\n  1\n}}', '1'],
  ],
  constants: [
    ['{{ 1 }} {{ -1 }} {{ +1 }} {{ 1_000 }}', '1 -1 1 1000'],
    ['{{ 0x1F }} {{ 0b101 }} {{ 0o17 }} {{ 017 }}', '31 5 15 15'],
    ['{{ 1.5 }} {{ .5 }} {{ 1e3 }} {{ 1e-7 }}', '1.5 0.5 1000 1e-07'],
    [`{{ 'a' }} {{ '\\n' }} {{ '世' }}`, '97 10 19990'],
    ['{{ "a\\tb\\u00e9\\x41\\101" }}', 'a\tbéAA'],
    ['{{ `raw\\n` }}', 'raw\\n'],
    ['{{ true }} {{ false }}', 'true false'],
  ],
  'fields and variables': [
    ['{{ .name }}', 'shop'],
    ['{{ .map.c.d }}', 'deep'],
    ['{{ $.name }} {{ $.map.c.d }}', 'shop deep'],
    ['{{ .missing }}', '<no value>'],
    ['{{ .missing.further }}', '<no value>'],
    ['{{ .nothing }}', '<no value>'],
    ['{{ $x := 1 }}{{ $x }}', '1'],
    ['{{ $x := 1 }}{{ $x = 2 }}{{ $x }}', '2'],
    ['{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}', '2'],
    ['{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ end }}{{ $x }}', '1'],
    ['{{ with $x := .map }}{{ $x.a }}{{ end }}', '1'],
    ['{{ (index .list 1) }} {{ (index .map "c").d }}', 'b deep'],
    // Names without the dot, as others allow; functions given by the caller.
    ['{{ name }} {{ map.c.d }}', 'shop deep'],
    ['{{ last_result.results.rows }}', '[map[n:7]]'],
    ['{{ (index last_result.results.rows 0).n }}', '7'],
  ],
  conditions: [
    ['{{ if .yes }}a{{ end }}', 'a'],
    ['{{ if .no }}a{{ else }}b{{ end }}', 'b'],
    ['{{ if .no }}a{{ else if .zero }}b{{ else if .one }}c{{ else }}d{{ end }}', 'c'],
    [
      '{{ if .empty }}a{{ end }}{{ if .none }}b{{ end }}{{ if .nothing }}c{{ end }}{{ if .missing }}d{{ end }}x',
      'x',
    ],
    ['{{ with .map }}{{ .a }}{{ end }}', '1'],
    ['{{ with .empty }}a{{ else }}{{ .name }}{{ end }}', 'shop'],
    ['{{ with .no }}a{{ else with .one }}b{{ . }}{{ end }}', 'b1'],
    ['{{ if $x := .one }}{{ $x }}{{ end }}', '1'],
  ],
  ranges: [
    ['{{ range .list }}{{ . }},{{ end }}', 'a,b,c,'],
    ['{{ range $i, $e := .list }}{{ $i }}{{ $e }}{{ end }}', '0a1b2c'],
    ['{{ range $e := .list }}{{ $e }}{{ end }}', 'abc'],
    ['{{ range $k, $v := .map }}{{ $k }}={{ $v }};{{ end }}', 'a=1;b=2;c=map[d:deep];'],
    ['{{ range .none }}a{{ else }}none{{ end }}', 'none'],
    ['{{ range .nothing }}a{{ else }}none{{ end }}', 'none'],
    ['{{ range 3 }}{{ . }}{{ end }}', '012'],
    ['{{ range .list }}{{ if eq . "b" }}{{ break }}{{ end }}{{ . }}{{ end }}', 'a'],
    ['{{ range .list }}{{ if eq . "b" }}{{ continue }}{{ end }}{{ . }}{{ end }}', 'ac'],
    ['{{ range .list }}{{ range $.list }}{{ break }}{{ end }}{{ . }}{{ end }}', 'abc'],
    ['{{ $last := "" }}{{ range .list }}{{ $last = . }}{{ end }}{{ $last }}', 'c'],
    ['{{ range $i, $e := .list }}{{ if $i }}, {{ end }}{{ $e }}{{ end }}', 'a, b, c'],
  ],
  templates: [
    ['{{ define "x" }}[{{ . }}]{{ end }}{{ template "x" .name }}{{ template "x" 1 }}', '[shop][1]'],
    ['{{ template "x" . }}{{ define "x" }}{{ .name }}{{ end }}', 'shop'],
    ['{{ block "x" .name }}<{{ . }}>{{ end }}', '<shop>'],
    ['{{ define "x" }}{{ $ }}{{ end }}{{ template "x" 5 }}', '5'],
    ['{{ define "x" }}{{ . }}{{ end }}{{ template "x" }}', '<no value>'],
    [
      '{{ define "n" }}{{ if . }}{{ . }}{{ template "n" (math.Sub . 1) }}{{ end }}{{ end }}{{ template "n" 3 }}',
      '321',
    ],
  ],
  pipelines: [
    ['{{ "output" | printf "%q" }}', '"output"'],
    ['{{ printf "%q" (print "out" "put") }}', '"output"'],
    ['{{ "put" | printf "%s%s" "out" | printf "%q" }}', '"output"'],
    ['{{ "output" | printf "%s" | printf "%q" }}', '"output"'],
    ['{{ with "output" }}{{ printf "%q" . }}{{ end }}', '"output"'],
    ['{{ with $x := "output" | printf "%q" }}{{ $x }}{{ end }}', '"output"'],
    ['{{ with $x := "output" }}{{ $x | printf "%q" }}{{ end }}', '"output"'],
  ],
  comparisons: [
    ['{{ eq 1 1 }} {{ eq 1 2 }} {{ eq 1 2 3 1 }}', 'true false true'],
    ['{{ eq "a" "a" }} {{ ne "a" "b" }} {{ eq .nothing nil }}', 'true true true'],
    ['{{ lt 1 2 }} {{ le 2 2 }} {{ gt 1 2 }} {{ ge 2 1 }}', 'true true false true'],
    ['{{ lt "a" "b" }} {{ lt 1.5 2.5 }}', 'true true'],
    // Go refuses to compare the numbers of JSON documents with whole ones; here they are numbers.
    ['{{ eq .one 1 }} {{ lt .half 1 }} {{ eq .whole 42.0 }}', 'true true true'],
    ['{{ and 1 0 2 }} {{ or 0 "" 3 }} {{ not 0 }}', '0 3 true'],
    ['{{ and true (eq 1 1) }} {{ or false (eq 1 2) }}', 'true false'],
    // What is not needed is not evaluated.
    ['{{ or true (index .list 9) }} {{ and false (index .list 9) }}', 'true false'],
  ],
  'index, slice and len': [
    ['{{ index .list 0 }} {{ index .map "b" }} {{ index .map "c" "d" }}', 'a 2 deep'],
    ['{{ index .map "zz" }}', '<no value>'],
    ['{{ index "abc" 1 }}', '98'],
    [
      '{{ slice .list 1 }} {{ slice .list 0 2 }} {{ slice "hello" 1 3 }} {{ slice .list }}',
      '[b c] [a b] el [a b c]',
    ],
    ['{{ len .list }} {{ len .map }} {{ len "é" }}', '3 3 2'],
  ],
  printing: [
    ['{{ .list }} {{ .map }}', '[a b c] map[a:1 b:2 c:map[d:deep]]'],
    ['{{ print 1 2 }} {{ print "a" "b" }} {{ print "a" 1 2 "b" }} {{ print nil }}', '1 2 ab a1 2b <nil>'],
    ['{{ println 1 "a" }}.', '1 a\n.'],
    ['{{ html .html }}', '&lt;a href=&#34;x&#34;&gt;&amp;&#39;&lt;/a&gt;'],
    ['{{ js .html }}', String.raw`\u003Ca href\u003D\"x\"\u003E\u0026\'\u003C/a\u003E`],
    ['{{ urlquery "a b/c" }}', 'a+b%2Fc'],
    // Go writes 1e+06; people read numbers.
    ['{{ .million }} {{ .half }} {{ .whole }}', '1000000 0.5 42'],
    ['{{ .elapsed }} {{ .elapsed.Seconds }} {{ .elapsed.Milliseconds }}', '1.5s 1.5 1500'],
    [
      '{{ .at }} {{ .at.Format "02/01/2006" }} {{ .at.Unix }}',
      '2024-05-01 10:20:30 +0000 UTC 01/05/2024 1714558830',
    ],
  ],
  printf: [
    [
      '{{ printf "%d|%5d|%-5d|%05d|%+d|%x|%X|%#x|%o|%b|%c|%U" 42 42 42 42 42 255 255 255 8 5 65 65 }}',
      '42|   42|42   |00042|+42|ff|FF|0xff|10|101|A|U+0041',
    ],
    [
      '{{ printf "%f|%.2f|%8.3f|%-8.1f|%e|%g|%.3g|%G" 1.5 1.256 3.14159 2.5 123456.789 0.000001 1234.5678 1e-10 }}',
      '1.500000|1.26|   3.142|2.5     |1.234568e+05|1e-06|1.23e+03|1E-10',
    ],
    [
      '{{ printf "%s|%10s|%-10s|%.2s|%q|%x|%v" "abc" "abc" "abc" "abc" "a\\"b" "abc" "abc" }}',
      'abc|       abc|abc       |ab|"a\\"b"|616263|abc',
    ],
    ['{{ printf "%t %v %v %v" true false .list nil }}', 'true false [a b c] <nil>'],
    ['{{ printf "|%*d|%.*f" 5 42 1 3.14159 }}', '|   42|3.1'],
    ['{{ printf "%d%%" 50 }}', '50%'],
    ['{{ printf "%d" "x" }} {{ printf "%s" 5 }} {{ printf "%t" 1 }}', '%!d(string=x) %!s(int=5) %!t(int=1)'],
    [
      '{{ printf "%d" }} {{ printf "x" 1 "a" }} {{ printf "%z" 1 }} {{ printf "%" }}',
      '%!d(MISSING) x%!(EXTRA int=1, string=a) %!z(int=1) %!(NOVERB)',
    ],
    ['{{ printf "%T %T %T %T" 1 "a" 1.5 true }}', 'int string float64 bool'],
    ['{{ printf "%d" .million }}', '1000000'],
  ],
}

describe.each(Object.entries(tables))('%s', (_, table) => {
  test.each(table)('%s', async (source, printed) => {
    expect(await render(source)).toBe(printed)
  })
})

test.each([
  [
    '{{ humanDuration "x" }}',
    'arguments 1:4 humanDuration: "x" is not a duration; write it as 30s, 5m, 1h30m or 1d',
  ],
  [
    '{{ contains "a" }}',
    'arguments 1:4 wrong number of arguments (1); it is contains(text: string, part: string): bool',
  ],
  [
    '{{ parseDuration }}',
    'arguments 1:4 wrong number of arguments (0); it is parseDuration(text: any): duration',
  ],
  [
    '# gotemplate: left-delim=$[ [\nx',
    'syntax 1:1 unexpected "["; write # gotemplate: left-delim=[[ right-delim=]]',
  ],
])('errors name what was written: %s', async (source, printed) => {
  expect(await render(source)).toBe(printed)
})

describe('delimiters', () => {
  test.each<[string, [string, string] | undefined, string]>([
    ['# gotemplate: left-delim=[[ right-delim=]]\n{{ a }} [[ .name ]]', undefined, '{{ a }} shop'],
    ['# gotemplate: left-delim=<%\n<% .name }}', undefined, 'shop'],
    ['$(.name) {{ .name }}', ['$(', ')'], 'shop {{ .name }}'],
    ['$(name)', ['$(', ')'], 'shop'],
    ['$(index .list (len "a"))', ['$(', ')'], 'b'],
    ['<< .name >>', ['<<', '>>'], 'shop'],
    ['{{{ .name }}}', ['{{{', '}}}'], 'shop'],
  ])('%s', async (source, delimiters, printed) => {
    expect(await render(source, delimiters)).toBe(printed)
  })
})

describe('errors say what and where', () => {
  test.each([
    ['{{ if .a }}', 'syntax 1:4 if without end'],
    ['a\n  {{ end }}', 'syntax 2:6 unexpected end'],
    ['{{ .a', 'syntax 1:1 action without end'],
    ['{{ "a }}', 'syntax 1:4 string without end'],
    ['{{ /* a }}', 'syntax 1:4 comment without end'],
    ['{{ $x }}', 'syntax 1:4 unknown variable $x'],
    ['{{ 1 | 2 }}', 'syntax 1:8 a value cannot take what is piped to it; name a function'],
    ['{{ }}', 'syntax 1:4 an action says nothing'],
    ['{{ break }}', 'syntax 1:4 break outside of a range'],
    ['{{ if true }}{{ else }}{{ else }}{{ end }}', 'syntax 1:27 a second else'],
    ['{{ define "a" }}x{{ end }}{{ define "a" }}y{{ end }}', 'syntax 1:37 template "a" is defined twice'],
    ['{{ ( 1 }}', 'syntax 1:8 unexpected "}"'],
    ['{{ 1 ) }}', 'syntax 1:6 right parenthesis without a left one'],
    ['{{ 12ab }}', 'syntax 1:4 bad number 12a'],
    ['{{ toJson .map }}', 'unknown-function 1:4 unknown function toJson; did you mean "toJSON"?'],
    ['{{ template "x" }}', 'evaluation 1:4 no template "x"'],
    ['{{ index .list 9 }}', 'arguments 1:4 index: index 9 is outside of a length of 3'],
    ['{{ .name.first }}', 'evaluation 1:4 text has no field first'],
    ['{{ lt 1 "a" }}', 'arguments 1:4 lt: cannot compare whole number with text'],
    ['{{ .name "x" }}', 'evaluation 1:4 only functions take arguments'],
    ['{{ range .yes }}{{ end }}', 'evaluation 1:4 cannot go over true or false'],
    ['a\nb {{ len 5 }}', 'arguments 2:6 len: whole number has no length'],
    ['{{ len }}', 'arguments 1:4 wrong number of arguments (0); it is len(value: any): int'],
  ])('%s', async (source, printed) => {
    expect(await render(source)).toBe(printed)
  })

  test('a long line is cut around the place', () => {
    const source = `${'x'.repeat(200)}{{ .a.b | oops }}${'y'.repeat(200)}`
    const { excerpt, column } = placeOf(source, 209)
    expect(excerpt).toHaveLength(80)
    expect(excerpt).toContain('oops')
    expect(column).toBe(210)
  })
})
