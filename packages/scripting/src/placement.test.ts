import { expect, test } from 'vitest'
import { createCpuClock } from './cpu-clock.ts'
import { functionGroups } from './functions/registry.ts'
import { proportionalFunctions } from './functions/cost.ts'
import type { Job } from './job.ts'
import { defaultLimits } from './limits.ts'
import { tryHere } from './placement.ts'
import type { Language } from './script.ts'

const variables = {
  code: 200n,
  content: 'x'.repeat(200_000),
  json: {
    status: 'ok',
    items: Array.from({ length: 50 }, (_, index) => ({ name: `item ${index}`, size: index })),
    large: Array.from({ length: 20_000 }, (_, index) => ({ index })),
  },
  small: { a: [1, 2, 3], b: 'text' },
}

// A busy machine takes longer than any limit, and these tests are of what a script needs, not of how long it takes.
const tried = (language: Language, source: string, time = { isOver: () => false }) =>
  tryHere(
    {
      script: { language, source },
      variables,
      durations: { elapsed: 5 },
      given: { last_result: { status: true } },
      limits: defaultLimits,
      now: 0,
      seed: [1, 2, 3, 4],
    } satisfies Job,
    time,
  )

test.each([
  ['cel', 'code == 200'],
  ['cel', 'code == 200 && json.status == "ok" && elapsed < duration("1s")'],
  ['cel', 'size(json.large) > 10 && json.items[3].name != "x"'],
  ['cel', 'json.status in ["ok", "fine"] && has(json.items) && content.startsWith("x")'],
  ['cel', 'last_result().status && !(code >= 500)'],
  ['cel', 'small.b.toUpper() == "TEXT" && small == small && small.b.contains("ex")'],
  ['template', '{{ if eq .code 200 }}{{ len .json.items }} in {{ .elapsed }}{{ end }}'],
  ['template', '{{ range .json.items }}{{ .name }},{{ end }}'],
  ['template', '{{ .json.status }} of {{ len .json.large }}'],
  ['cel', 'sets.contains(small.a, [1, 2]) && time.RFC3339 != ""'],
  ['jsonpath', '$.json.items[3].name'],
] as const)('%s runs in this thread: %s', (language, source) => {
  expect(tried(language, source)).toMatchObject({ ok: true })
})

test.each([
  ['javascript', '1'],
  ['cel', 'json.items.all(i, i.size < 100.0)'],
  ['cel', 'json.large == json.items'],
  ['cel', 'toJSON(json) == ""'],
  ['cel', 'content.contains("x") '],
  ['cel', 'small.b.matches("a")'],
  ['cel', 'toYAML(small) == ""'],
  ['cel', 'jq(".a", small) == 1'],
  ['cel', 'jmespath("a", small) == 1'],
  ['cel', 'jsonpath("$.a", small) == 1'],
  ['cel', 'xpath("//a", small.b) == "1"'],
  ['cel', 'small.a.fold(item, sum, sum + item) == 6.0'],
  ['template', '{{ jq "." .small }}'],
  ['cel', `${'small.a + '.repeat(60)}small.a == small.a`],
  ['cel', `small.b.contains("${'x'.repeat(100)}")`],
  ['template', '{{ range .json.large }}{{ .index }}{{ end }}'],
  ['template', '{{ toYAML .small }}'],
  ['template', '{{ range 100000 }}{{ end }}'],
  ['template', '{{ .json.large }}'],
  ['template', `{{ range .json.items }}{{ toUpper $.content | len }}{{ end }}`],
  ['jsonpath', '$..name'],
  ['jsonpath', '$.json.items[?@.size > 3]'],
  ['cel', `"${'x'.repeat(5_000)}" == "x"`],
] as const)('%s needs a worker: %s', (language, source) => {
  expect(tried(language, source)).toBeUndefined()
})

test('a script that takes too long here continues in a worker', () => {
  const [language, source] = ['template', '{{ range 1000 }}{{ end }}'] as const
  expect(tried(language, source)).toMatchObject({ ok: true })
  expect(tried(language, source, { isOver: () => true })).toBeUndefined()
})

test('a limit of the script itself is no reason for a worker', () => {
  const job = {
    script: { language: 'template', source: '{{ range 1000 }}{{ end }}' },
    variables,
    durations: {},
    given: {},
    limits: { ...defaultLimits, steps: 100 },
    now: 0,
    seed: [1, 2, 3, 4],
  } satisfies Job
  expect(tryHere(job, { isOver: () => false })).toMatchObject({ ok: false, code: 'too-many-steps' })
})

test('every name on the list of proportional functions is one, and those of documents and patterns are not', () => {
  const names = new Set(functionGroups.flatMap(({ functions }) => functions.map(({ name }) => name)))
  expect([...proportionalFunctions].filter((name) => !names.has(name))).toEqual([])
  const others = [
    'YAML',
    'toYAML',
    'CSV',
    'TOML',
    'flatten',
    'keyValToMap',
    'SemverCompare',
    'regexp.Match',
    'matches',
    'jq',
    'jmespath',
    'jsonpath',
    'xpath',
    'fold',
    'filepath.Match',
    'random.String',
    'strings.Sort',
    'CSVByRow',
    'YAMLArray',
    'net.CIDRSubnets',
  ]
  expect(others.filter((name) => proportionalFunctions.has(name) || !names.has(name))).toEqual([])
})

test('time in which this thread does nothing is no processor time', () => {
  const clock = createCpuClock(100)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  expect(clock.isOver()).toBe(false)
  const end = performance.now() + 60_000
  while (!clock.isOver() && performance.now() < end);
  expect(performance.now()).toBeLessThan(end)
})
