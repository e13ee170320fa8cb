import { afterAll, describe, expect, test } from 'vitest'
import { check } from './check.ts'
import { createScriptEngine } from './engine.ts'
import type { Script } from './script.ts'

/** Expressions that the specification and the reference of the product name, on environments as they describe. */
const engine = createScriptEngine({ now: () => new Date('2024-05-01T12:00:00Z') })
afterAll(() => engine.close())

const variables = {
  // Of a check of a web server.
  code: 200n,
  headers: { 'Content-Type': 'application/json' },
  json: { status: 'ok', items: [{ name: 'a', ready: true }] },
  content: '{"status": "ok"}',
  duration: 350n,
  canary: { name: 'shop', namespace: 'web', labels: { team: 'web' }, id: 'c1' },
  check: { name: 'home', id: 'k1', status: 'healthy', labels: {}, endpoint: 'https://shop', age: 600 },
  results: {
    stdout: 'done',
    stderr: '',
    exitCode: 0,
    rows: [{ Object: { x: 'deep' }, surname: 'Doe' }],
    count: 1,
  },
  // Of a topology, an incident, a playbook, a connection.
  summary: { healthy: 3, unhealthy: 1, warning: 0 },
  self: { name: 'api', namespace: 'web', status: 'healthy' },
  component: { status: 'healthy', properties: [{ name: 'cpu', text: '1' }] },
  analysis: { status: 'resolved' },
  config: { name: 'db', tags: { env: 'prod' }, changes: [{ type: 'diff', spec: { replicas: 2 } }] },
  params: { x: 'five' },
  properties: { channel: 'C1' },
  username: 'me',
  password: 'pass',
  status: 'healthy',
  r: [{ Object: { x: 'deep' } }],
  total: 1536,
}
const environment = {
  variables,
  durations: { elapsed: 350, sslAge: 60 * 86_400_000 },
  given: {
    last_result: {
      status: true,
      invalid: false,
      duration: 300,
      message: '',
      error: '',
      results: { rows: [{ n: 1 }], count: 1 },
    },
    success: true,
    failure: false,
    always: true,
    skip: 'skip',
  },
}

const cel = (source: string, text: string): [Script, string] => [{ language: 'cel', source }, text]
const template = (source: string, text: string): [Script, string] => [{ language: 'template', source }, text]
const placeholder = (source: string, text: string): [Script, string] => [
  { language: 'template', source, delimiters: ['$(', ')'] },
  text,
]
const javascript = (source: string, text: string): [Script, string] => [
  { language: 'javascript', source },
  text,
]
const path = (source: string, text: string): [Script, string] => [{ language: 'jsonpath', source }, text]

const cases: readonly [Script, string][] = [
  // Tests of checks, with what the check types say is there.
  cel('code == 200', 'true'),
  cel('code in [200, 201] && json.status == "ok"', 'true'),
  cel('headers["Content-Type"].contains("json") && content.contains("ok")', 'true'),
  cel('elapsed < duration("1s") && sslAge > Duration("30d")', 'true'),
  cel('results.exitCode == 0', 'true'),
  cel('results.stdout == "done" && size(results.stderr) == 0', 'true'),
  cel('results.count >= 1 && results.rows[0].surname == "Doe"', 'true'),
  cel('results.rows.all(row, row.surname.startsWith("D"))', 'true'),
  cel('last_result().results.count <= results.count', 'true'),
  cel('last_result().results.rows.size() > 0', 'true'),
  cel('duration * 1000.0', '350000'),
  cel('1 == 1.0', 'true'),
  cel('json.?missing.orValue("none")', 'none'),
  cel('has(r[0].Object)', 'true'),
  cel('json.items.map(i, {"name": i.name, "pass": i.ready}).toJSON()', '[{"name":"a","pass":true}]'),
  cel('[canary.name, check.name].join("/")', 'shop/home'),
  cel('canary.labels.keys()', '[team]'),
  cel('"took %s".format([string(elapsed)])', 'took 350ms'),
  cel('HumanDuration(elapsed) + " " + HumanSize(total)', '350ms 1.5K'),
  // Roll-ups, definitions of done, filters, conditions.
  cel('summary.unhealthy > 0 ? "unhealthy" : summary.warning > 0 ? "warning" : "healthy"', 'unhealthy'),
  cel('check.status == "healthy" && check.age > 300', 'true'),
  cel('analysis.status == "resolved"', 'true'),
  cel('component.status == "healthy"', 'true'),
  cel('status == "healthy"', 'true'),
  cel('success() && !failure() || always()', 'true'),
  cel('skip()', 'skip'),
  cel('config.tags.env == "prod" && matchLabel(config.tags, "env", "prod,stage")', 'true'),
  cel(`'{"a": 1}'.JSON().a`, '1'),
  cel('self.name + "." + self.namespace', 'api.web'),
  // Templates: the subset that the reference asks for.
  template('{{ .code }} in {{ .elapsed }}', '200 in 350ms'),
  template('{{ last_result.results.rows }}', '[map[n:1]]'),
  template('{{ (index .r 0).Object.x }}', 'deep'),
  template(
    '{{ strings.ToLower "ABC" }} {{ conv.ToInt "5" }} {{ len (random.Alpha 4) }} {{ filepath.Base "/a/b" }}',
    'abc 5 4 b',
  ),
  template('{{ range $k, $v := .headers }}{{ $k }}: {{ $v }}{{ end }}', 'Content-Type: application/json'),
  template('{{ .missing }} {{ .headers }}', '<no value> map[Content-Type:application/json]'),
  template('{{config.name}} = {{.config.name}}', 'db = db'),
  template('{{ if eq .results.exitCode 0 1 }}ok{{ end }}', 'ok'),
  template('{{- .results.stdout | toJSON -}}', '"done"'),
  template('{{ .json.items | toJSONPretty "  " }}', '[\n  {\n    "name": "a",\n    "ready": true\n  }\n]'),
  template('# gotemplate: left-delim=[[ right-delim=]]\n[[ .code ]] {{ }}', '200 {{ }}'),
  template(
    '{{ semverCompare ">= 1.2" "1.3.0" }} {{ humanDuration .elapsed }} {{ humanSize .total }}',
    'true 350ms 1.5K',
  ),
  template('{{ ternary "up" "down" (eq .status "healthy") }} {{ .missing | default "none" }}', 'up none'),
  placeholder('smtp://$(username):$(password)@host:25/', 'smtp://me:pass@host:25/'),
  placeholder('slack://$(password)@$(properties.channel)', 'slack://pass@C1'),
  placeholder('$(params.x) $(.params.x) {{ }}', 'five five {{ }}'),
  // JavaScript: undeclared names, underscore, helpers.
  javascript('code == 200 && _.every(json.items, function (i) { return i.ready })', 'true'),
  javascript(
    'out = {}; for (var k in headers) { out[k.toLowerCase()] = headers[k] }; JSON.stringify(out)',
    '{"content-type":"application/json"}',
  ),
  javascript('last_result().results.count + fromSI("1Ki") + fromMillicores("100m")', '1125'),
  // JSONPath: the first match; texts as they are, others as JSON.
  path('$.json.status', 'ok'),
  path('.results.exitCode', '0'),
  path('@.results.rows[0]', '{"Object":{"x":"deep"},"surname":"Doe"}'),
  path("$['json']['items'][0]['name']", 'a'),
  path("$.headers['Content-Type','Accept']", 'application/json'),
]

describe('what the documents name', () => {
  test.each(cases)('$language $source', async (script, text) => {
    const result = await engine.evaluate(script, environment)
    expect(result.ok ? result.value.text : result.failure).toBe(text)
  })

  test.each(cases)('passes the check: $language $source', (script) => {
    expect(
      check(script, {
        variables: [...Object.keys(variables), 'elapsed', 'sslAge', 'missing'],
        given: Object.keys(environment.given),
      }).errors,
    ).toEqual([])
  })
})
