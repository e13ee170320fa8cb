/** Documents and scripts that are made to take time, for tests of what they may take. */

const times = (count: number, make: (index: number) => string, between = '') =>
  Array.from({ length: count }, (_, index) => make(index)).join(between)

const KIB = 1_024

/** YAML by name; each of about the length asked for. */
export const hostileYaml: Readonly<Record<string, (length: number) => string>> = {
  'alias to itself': (length) => `a: &a [${times(length / 4, () => '*a', ', ')}]`,
  'aliases that multiply': () =>
    times(
      30,
      (index) =>
        index === 0 ? 'a0: &a0 x' : `a${index}: &a${index} [${times(9, () => `*a${index - 1}`, ', ')}]`,
      '\n',
    ),
  'many anchors and aliases': (length) =>
    `${times(length / 40, (index) => `k${index}: &a${index} x`, '\n')}\nz: [${times(length / 40, (index) => `*a${index}`, ',')}]`,
  'open lists': (length) => '['.repeat(length),
  'open maps': (length) => '{a: '.repeat(length / 4),
  'lists in lines': (length) => '- '.repeat(length / 2),
  'keys of keys': (length) => '? '.repeat(length / 2),
  'keys that are lists': (length) => '[[]: '.repeat(length / 5),
  'further indented lines': (length) =>
    times(Math.sqrt(length * 2), (index) => `${' '.repeat(index)}a:`, '\n'),
  'quotes that never end': (length) => '"'.repeat(length),
  'errors in each line': (length) => '- @\n'.repeat(length / 4),
  'anchors in a row': (length) => '&a '.repeat(length / 3),
  'one key many times': (length) => 'a: 1\n'.repeat(length / 5),
  'many keys': (length) => times(length / 12, (index) => `key${index}: 1`, '\n'),
  'many documents': (length) => '---\n'.repeat(length / 4),
  'merge keys of an older version': (length) =>
    `%YAML 1.1\n---\na: &a {${times(length / 20, (index) => `k${index}: 1`, ', ')}}\nb: {<<: [*a, *a, *a, *a]}`,
  'directives without document': (length) => '%a\n'.repeat(length / 3),
  'many checks that are wrong': (length) => `http:\n${'  - {nam: x, ur: y}\n'.repeat(length / 20)}`,
  'many checks that are right': (length) =>
    `http:\n${times(Math.min(1_000, length / 60), (index) => `  - {name: c${index}, url: "http://127.0.0.1:1/", test: {expr: code == ${index}}}`, '\n')}`,
}

/** Answers of a target by name. */
export const hostileAnswers: Readonly<Record<string, () => string>> = {
  'deep lists': () => '['.repeat(500 * KIB) + ']'.repeat(500 * KIB),
  'deep objects': () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'many objects': () => `[${'{},'.repeat(340_000)}{}]`,
  'many keys': () => `{${times(80_000, (index) => `"k${index}":1`, ',')}}`,
  rows: () =>
    `[${times(6_000, (index) => `{"name":"row ${index}","size":${index},"labels":{"a":"b"}}`, ',')}]`,
  letters: () => 'a'.repeat(1_000 * KIB),
  words: () => 'ab, '.repeat(20 * KIB),
  'alias to itself': () => `a: &a [${times(300, () => '*a', ', ')}]`,
  'lists of YAML': () => '- '.repeat(10_000),
  'open lists': () => '['.repeat(40_000),
  CSV: () => `${'"a","b",'.repeat(30)}\n`.repeat(150),
  'open quotes': () => '"'.repeat(40_001),
  TOML: () => times(2_000, (index) => `[a.b${index}]`, '\n'),
  'pairs without end': () => times(60_000, (index) => `k${index}=v`, ','),
  version: () => `1.${'1'.repeat(100_000)}`,
}

/** Scripts and the answer that each works on. */
export const hostileScripts: readonly (readonly [field: string, answer: string, source: string])[] = [
  // CEL
  ['expr', 'rows', 'json.map(a, json.map(b, json.map(c, a.size + b.size + c.size))).size() > 0'],
  ['expr', 'rows', 'json.filter(a, json.filter(b, a.size + b.size < 0.0).size() > 0).size() > 0'],
  ...['all', 'exists', 'exists_one'].map(
    (macro) =>
      [
        'expr',
        'rows',
        `json.${macro}(a, json.${macro}(b, json.${macro}(c, a.size + b.size + c.size >= 0.0)))`,
      ] as const,
  ),
  ['expr', 'rows', `[[1, 2]]${'.map(x, x + x)'.repeat(26)}.size() > 0`],
  ['expr', 'rows', `["ab"]${'.map(x, x + x)'.repeat(60)}.size() > 0`],
  ['expr', 'rows', 'json == json && json == json'],
  ['expr', 'rows', `${times(90, () => 'json', ' + ')} == json`],
  ['expr', 'rows', 'json.map(a, json.map(b, toYAML(json))).size() > 0'],
  ['expr', 'rows', 'toYAML(json).size() > 0'],
  ['expr', 'rows', 'toJSON(json).JSON().toJSON().size() > 0'],
  ['expr', 'rows', 'json.map(a, [a, [a, [a]]]).flatten().size() > 0'],
  ['expr', 'rows', `json.map(a, ${'['.repeat(40)}a${']'.repeat(40)}).flatten().size() > 0`],
  ['expr', 'rows', 'json.map(a, json.sortBy("name")).size() > 0'],
  ['expr', 'rows', 'json.map(a, json.uniq()).size() > 0'],
  ['expr', 'many keys', 'json.keys().map(a, json.keys()).size() > 0'],
  ['expr', 'many keys', 'json == {"a": 1}'],
  ['expr', 'many keys', 'mapToKeyVal(json).keyValToMap().size() > 0'],
  ['expr', 'pairs without end', 'keyValToMap(content).size() > 0'],
  ['expr', 'pairs without end', 'content.split(",").map(a, keyValToMap(content)).size() > 0'],
  ['expr', 'letters', `content.contains("${'a'.repeat(2_000)}b${'a'.repeat(2_000)}")`],
  ['expr', 'letters', `content.lastIndexOf("${'a'.repeat(3_000)}b") > 0`],
  ['expr', 'letters', `content.replaceAll("${'a'.repeat(1_000)}b", "") == ""`],
  ['expr', 'letters', 'content.replaceAll("", content) == ""'],
  ['expr', 'letters', 'content.split("").join(content) == ""'],
  ['expr', 'letters', 'content.repeat(100000).size() > 0'],
  ['expr', 'letters', `${times(90, () => 'content', ' + ')} == "a"`],
  ['expr', 'letters', `(${times(90, () => 'content', ' + ')})${'.upperAscii()'.repeat(90)} == "a"`],
  ['expr', 'letters', 'content.matches("^(a+)+$")'],
  ['expr', 'letters', 'content.matches("(a|aa)*(b|c)$")'],
  ['expr', 'letters', 'regexp.FindAll("a.*z|a", content).size() > 0'],
  ['expr', 'letters', 'regexp.Replace("a.*z|a", "b", content).size() > 0'],
  ['expr', 'letters', 'regexp.Split("a.*z|a", content).size() > 0'],
  ['expr', 'letters', 'content.wordWrap(1).camelCase().slug().size() > 0'],
  ['expr', 'letters', 'crypto.SHA512(content).size() > 0'],
  ['expr', 'words', 'content.split(",").map(a, content.split(",").map(b, a + b)).size() > 0'],
  ['expr', 'words', '"%s".format([content]).size() > 0'],
  ['expr', 'words', `"%${'0'.repeat(3_000)}*d".format([1]).size() > 0`],
  ['expr', 'alias to itself', 'YAML(content).a.size() > 0'],
  ['expr', 'lists of YAML', 'YAML(content).size() > 0'],
  ['expr', 'open lists', 'YAML(content).size() > 0'],
  ['expr', 'open quotes', 'YAML(content).size() > 0'],
  ['expr', 'open lists', 'JSON(content).size() > 0'],
  ['expr', 'CSV', 'CSV(content).map(a, CSV(content)).size() > 0'],
  ['expr', 'open quotes', 'CSV(content).size() > 0'],
  ['expr', 'TOML', 'TOML(content).a.map(x, TOML(content)).size() > 0'],
  ['expr', 'version', 'SemverCompare(">= 1", content)'],
  ['expr', 'version', 'SemverCompare(content, "1.2.3")'],
  ['expr', 'words', `SemverCompare("${'1 || '.repeat(700)}1", "2.0.0")`],
  ['expr', 'deep lists', 'json == null'],
  ['expr', 'deep objects', 'size(content) > 0'],
  ['expr', 'many objects', 'json == null'],
  ['expr', 'rows', `${'('.repeat(90)}json${')'.repeat(90)}.size() > 0`],
  ['expr', 'rows', `${times(1_500, () => '1', ' + ')} > 0`],
  ['expr', 'rows', `[${times(900, () => 'json', ', ')}].size() > 0`],
  ['expr', 'rows', 'time.Format(time.Now(), content).size() > 0'],
  ['expr', 'rows', `jq('def f: f; f', json) == 1`],
  ['expr', 'rows', `jq('[range(1e9)]', json) == 1`],
  ['expr', 'rows', `json.map(a, jq('.[] | .name', json)).size() > 0`],
  ['expr', 'rows', `jmespath('${'[@, @] | '.repeat(40)}@', json) == 1`],
  ['expr', 'rows', `jsonpath('$..*', json).map(a, jsonpath('$..*', json)).size() > 0`],
  ['expr', 'letters', `xpath('count(//*)', "<a>" + content + "</a>") == 1`],
  ['expr', 'rows', 'json.fold(a, all, json.fold(b, more, json.fold(c, n, a)))'],
  ['expr', 'rows', 'json.map(a, a.name).fold(a, all, all + all + a).size() > 0'],
  ['expr', 'rows', 'range(100000000).size() > 0'],
  ['expr', 'rows', 'json.map(a, sets.contains(json, json)).size() > 0'],
  ['expr', 'letters', 'url(content + "?" + content).Redacted.size() > 0 || isURL(content)'],
  ['expr', 'letters', `filepath.Match("${'a*'.repeat(400)}b", content)`],
  ['expr', 'CSV', 'CSVByRow(content).map(a, CSVByRow(content)).size() > 0'],
  ['expr', 'words', 'strings.Sort(content.split(",")).map(a, strings.Sort(content)).size() > 0'],
  // Templates
  ['template', 'rows', '{{ range $.json }}{{ $.json | jq "last(repeat(1))" }}{{ end }}true'],
  ['template', 'rows', '{{ range $.json }}{{ conv.ToStrings $.json $.json | len }}{{ end }}true'],
  ['template', 'rows', '{{ range 100000 }}{{ net.CIDRSubnets 12 "10.0.0.0/8" | len }}{{ end }}true'],
  [
    'template',
    'rows',
    '{{ range $.json }}{{ range $.json }}{{ range $.json }}{{ end }}{{ end }}{{ end }}true',
  ],
  ['template', 'rows', '{{ range 9000000000 }}{{ end }}true'],
  ['template', 'rows', '{{ range $.json }}{{ toYAML $.json | len }}{{ end }}'],
  ['template', 'rows', '{{ range $.json }}{{ toJSON $.json | len }}{{ end }}'],
  ['template', 'rows', '{{ range $.json }}{{ if eq $.json $.json }}{{ end }}{{ end }}true'],
  ['template', 'rows', '{{ .json }}{{ .json }}{{ .json }}{{ .json }}'],
  [
    'template',
    'rows',
    '{{ define "a" }}{{ template "a" . }}{{ template "a" . }}{{ end }}{{ template "a" . }}',
  ],
  [
    'template',
    'rows',
    '{{ define "a" }}{{ range $.json }}{{ len $.json }}{{ end }}{{ end }}{{ range .json }}{{ template "a" $ }}{{ end }}',
  ],
  ['template', 'rows', `{{ $a := .json }}${'{{ $a = list $a $a $a $a }}'.repeat(60)}{{ $a }}`],
  ['template', 'many keys', '{{ range $k, $v := .json }}{{ range $.json }}{{ end }}{{ end }}true'],
  ['template', 'many keys', '{{ .json }}'],
  ['template', 'many keys', '{{ range 1000 }}{{ keys $.json | len }}{{ end }}'],
  ['template', 'letters', `{{ $a := .content }}${'{{ $a = printf "%s%s" $a $a }}'.repeat(20)}true`],
  ['template', 'letters', '{{ range 100000 }}{{ toUpper $.content | len }}{{ end }}'],
  ['template', 'letters', '{{ repeat 1000000 .content }}'],
  ['template', 'letters', `{{ strings.Contains "${'a'.repeat(1_500)}b${'a'.repeat(1_500)}" .content }}`],
  ['template', 'letters', '{{ .content | regexp.Replace "a.*z|a" "" }}'],
  ['template', 'letters', '{{ printf "%1000000000d" 1 }}{{ printf "%*d" 2000000000 1 }}true'],
  ['template', 'letters', '{{ replaceAll "" .content .content }}'],
  ['template', 'letters', '{{ join (split .content "") .content }}'],
  ['template', 'alias to itself', '{{ YAML .content }}'],
  ['template', 'CSV', '{{ range CSV .content }}{{ CSV $.content | len }}{{ end }}'],
  ['template', 'words', '{{ len (seq 1000000000) }}'],
  ['template', 'words', `${'{{ if true }}'.repeat(90)}x${'{{ end }}'.repeat(90)}`],
  ['template', 'version', '{{ semverCompare "^1" .content }}'],
  // JavaScript
  ['javascript', 'rows', 'while (true) {}'],
  ['javascript', 'rows', 'while (true) { try { while (true) {} } catch (e) {} }'],
  ['javascript', 'rows', 'var all = []; while (true) all.push("x" + all.length)'],
  ['javascript', 'rows', '"x".repeat(1e9).length > 0'],
  ['javascript', 'rows', '(function f() { return f() })()'],
  ['javascript', 'letters', '/^(a+)+$/.test("a".repeat(40) + "b")'],
  ['javascript', 'rows', 'JSON.stringify(json).repeat(100)'],
  ['javascript', 'many keys', 'Object.keys(json).map(function (k) { return Object.keys(json) }).length'],
  ['javascript', 'rows', '({ detail: Array(120000).fill([]) })'],
  ['javascript', 'rows', '({ detail: "x".repeat(900000) })'],
  ['javascript', 'rows', 'JSON.stringify({ data: { a: json } }).repeat(2)'],
  // JSONPath
  ['jsonPath', 'rows', '$..[?count($..[?count($..*) > 0]) > 0]'],
  ['jsonPath', 'rows', '$..*..*..*..*[?@ == 7777]'],
  ['jsonPath', 'many keys', '$..a..b'],
  ['jsonPath', 'rows', '$.json[?@.size > 1 && search(@.name, "(a|b|c)*d")]'],
  ['jsonPath', 'deep objects', '$..a'],
]

/** Scripts that take time to parse, in specs that are validated. */
export const hostileSources: readonly (readonly [field: string, source: string])[] = [
  ['expr', times(4_900, () => '1', ' + ')],
  ['expr', `a${'.b'.repeat(30_000)}`],
  ['expr', times(3_000, (index) => `fooo${index}(1)`, '+')],
  ['expr', `${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
  ['expr', `[${'[],'.repeat(4_000)}[]].size()`],
  ['expr', 'has '.repeat(15_000)],
  ['template', '{{ .a }}'.repeat(8_000)],
  ['template', times(5_000, (index) => `{{ foo${index} }}`)],
  ['template', '{{if a}}'.repeat(8_000)],
  ['template', times(2_500, (index) => `{{define "a${index}"}}{{end}}`)],
  ['template', `{{ ${'('.repeat(60_000)}`],
  ['javascript', `${'a+'.repeat(32_000)}1`],
  ['javascript', '{let a'.concat('};{let b'.repeat(5_000), '}')],
  ['javascript', '(a=>'.repeat(15_000)],
  ['javascript', times(9_000, (index) => `f${index}()`, ';')],
  ['jsonPath', `$${'.a'.repeat(30_000)}`],
  ['jsonPath', `$${'..*'.repeat(20_000)}`],
  ['jsonPath', `$[?${'@.a && '.repeat(7_000)}@.a]`],
  ['jsonPath', `$[?@${'[?@'.repeat(15_000)}`],
]

/** Values of specs that come as JSON. */
export const hostileValues: Readonly<Record<string, () => string>> = {
  'deep lists': () => '['.repeat(100_000) + ']'.repeat(100_000),
  'deep objects': () => `{"http":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  'many keys': () => `{${times(150_000, (index) => `"k${index}":1`, ',')}}`,
  'many checks': () => `{"http":[${'{"nam":"x"},'.repeat(80_000)}{}]}`,
  'a long key': () => `{"http":[{"${'u'.repeat(500_000)}":1}]}`,
}

/** Reports of tests, as a script of a check prints them. */
export const hostileXml: Readonly<Record<string, () => string>> = {
  'open elements': () => '<a>'.repeat(100_000),
  'deep suites': () => `${'<testsuite>'.repeat(5_000)}${'</testsuite>'.repeat(5_000)}`,
  'many tests': () => `<testsuite>${'<testcase name="a"/>'.repeat(50_000)}</testsuite>`,
  'many attributes': () => `<testsuite ${times(30_000, (index) => `a${index}="b"`, ' ')}/>`,
  entities: () => `<testsuite><testcase name="${'&amp;'.repeat(100_000)}"/></testsuite>`,
  'open brackets': () => '<'.repeat(200_000),
  'open comments': () => '<!--'.repeat(50_000),
  'open sections': () => '<a><![CDATA['.repeat(50_000),
}
