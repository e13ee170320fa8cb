import { createRedactor } from '@binnacle/egress'
import { type CheckOutcome, healthy, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import { createScriptEngine } from '@binnacle/scripting'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanFinished } from './clean.ts'
import { type FinishedAttempt, finishAttempt, type ScriptInputs } from './index.ts'

const engine = createScriptEngine({ now: () => new Date('2026-01-01T00:00:00Z') })
afterAll(() => engine.close())

const subject = {
  canary: { id: 'c', name: 'shop', namespace: 'production', labels: { team: 'web' } },
  check: { id: 'k', name: 'orders', description: '', labels: { team: 'web' }, endpoint: 'http://shop' },
}

const answer: CheckOutcome = healthy({
  message: 'status 200',
  durationMilliseconds: 120,
  details: { code: 200 },
  data: () => ({
    values: {
      json: {
        rows: [
          { name: 'a', left: 3 },
          { name: 'b', left: 0 },
        ],
      },
      content: '{}',
    },
    durations: { elapsed: 120, sslAge: 10 * 86_400_000 },
  }),
})

async function finish(
  spec: object,
  {
    ran = answer,
    known = {},
    secrets = [],
  }: { ran?: CheckOutcome; known?: ScriptInputs; secrets?: string[] } = {},
): Promise<FinishedAttempt> {
  return finishAttempt(ran, {
    spec: { name: 'orders', ...spec },
    type: 'http',
    subject,
    secrets,
    known,
    engine,
  })
}

describe('test', () => {
  test.each([
    ['expr', 'json.rows.size() == 2 && code == 200 && canary.labels.team == "web"'],
    ['expr', 'elapsed < duration("1s") && duration < 200 && sslAge > duration("24h")'],
    ['template', '{{ eq .check.name "orders" }}'],
    ['javascript', 'json.rows.length === 2'],
    ['jsonPath', '$.pass'],
  ])('that is true leaves the result healthy: %s %s', async (language, source) => {
    const { outcome } = await finish({ test: { [language]: source } })
    expect(outcome).toMatchObject({ state: 'healthy', message: 'status 200' })
  })

  test('that is false says what was tested, and keeps the message', async () => {
    const { outcome } = await finish({ test: { expr: 'json.rows.all(r, r.left > 0)' } })
    expect(outcome).toMatchObject({
      state: 'unhealthy',
      error: 'the test is false: json.rows.all(r, r.left > 0)',
      message: 'status 200',
      details: { code: 200 },
    })
  })

  test('that is neither true nor false, or cannot run, fails and says where', async () => {
    expect((await finish({ test: { expr: 'code' } })).outcome).toMatchObject({
      state: 'unhealthy',
      error: 'the test failed: expected true or false, got "200"',
    })
    expect((await finish({ test: { expr: 'code == 200 &&\n nothing.here == 1' } })).outcome).toMatchObject({
      state: 'unhealthy',
      error: 'the test failed: unknown variable nothing (line 2, column 2)',
    })
  })

  test('that is true never rescues a check that failed, and none is run where nothing is known', async () => {
    const failed = unhealthy('status 500, expected 200 to 299', { details: { code: 500 } })
    expect((await finish({ test: { expr: 'true' } }, { ran: failed })).outcome).toEqual(failed)
    const blind = unknown('bash is missing')
    expect(await finish({ test: { expr: 'true' }, display: { expr: '"x"' } }, { ran: blind })).toMatchObject({
      outcome: blind,
      transformed: undefined,
    })
  })

  test('that does not end is stopped', async () => {
    const { outcome } = await finish({ test: { javascript: 'while (true) {}' } })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toMatch(/^the test failed: .*took longer/)
  })
})

test.each([
  ['loops', { template: '{{ range seq 1 1000000 }}{{ range seq 1 1000000 }}x{{ end }}{{ end }}' }],
  ['allocates', { javascript: 'var a = []; while (true) a.push(new Array(100000).join("x"))' }],
  ['repeats', { expr: `${'[1,2,3,4,5,6,7,8,9].map(a, '.repeat(8)}a${')'.repeat(8)}` }],
  ['calls itself', { template: '{{ define "x" }}{{ template "x" . }}{{ end }}{{ template "x" . }}' }],
])('a script that %s without end is stopped, and the next one runs', async (_what, display) => {
  const { outcome } = await finish({ display })
  expect(outcome.state).toBe('unhealthy')
  expect(outcome.error).toMatch(/^the display failed: (took|nested|used) (more|longer)/)
  expect((await finish({ display: { expr: '"well"' } })).outcome.message).toBe('well')
})

describe('display', () => {
  test('is the message, percent signs and all, of a failing result too', async () => {
    expect((await finish({ display: { expr: '"100% of %d: " + json.rows[0].name' } })).outcome.message).toBe(
      '100% of %d: a',
    )
    const { outcome } = await finish(
      { display: { template: 'code {{ .code }}' } },
      { ran: unhealthy('bad', { details: { code: 500 } }) },
    )
    expect(outcome).toMatchObject({ state: 'unhealthy', error: 'bad', message: 'code 500' })
  })

  test('that cannot be made fails the check', async () => {
    const { outcome } = await finish({ display: { expr: 'json.nowhere.map(row, row)' } })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toMatch(/^the display failed: .*\(line 1, column/)
  })

  test('sees the last result, and an empty one of the same shape before the first run', async () => {
    const display = { expr: 'last_result().status ? "was " + last_result().results.seen : "first"' }
    expect((await finish({ display })).outcome.message).toBe('first')
    const lastResult = {
      state: 'healthy' as const,
      time: new Date(0),
      duration: 1,
      message: null,
      error: null,
      details: { seen: 'well' },
    }
    expect((await finish({ display }, { known: { lastResult } })).outcome.message).toBe('was well')
    expect(
      (await finish({ display: { template: '{{ last_result.results.seen }}' } }, { known: { lastResult } }))
        .outcome.message,
    ).toBe('well')
  })

  test('sees what the checks it depends on found', async () => {
    const { outcome } = await finish(
      { display: { expr: 'outputs["log in"].json.token' } },
      { known: { outputs: { 'log in': { json: { token: 'abc' } } } } },
    )
    expect(outcome.message).toBe('abc')
  })
})

describe('transform', () => {
  test('to one object without a name changes the result', async () => {
    const { outcome, transformed } = await finish({
      transform: {
        javascript: `({ pass: false, message: 'seen', error: 'b is empty', detail: { empty: ['b'] }, data: { n: 1 },
          metrics: [{ name: 'left', value: 3 }] })`,
      },
      display: { expr: 'string(n) + " " + empty[0]' },
    })
    expect(outcome).toMatchObject({
      state: 'unhealthy',
      error: 'b is empty',
      message: '1 b',
      details: { empty: ['b'] },
      durationMilliseconds: 120,
    })
    expect(transformed).toBeUndefined()
  })

  test('does not change what display, test and metrics see', async () => {
    const { outcome, samples } = await finish(
      {
        transform: { expr: '{"detail": {"max": results.files[0]}}' },
        display: { expr: 'results.files.join(", ")' },
        test: { expr: 'results.files.size() == 2' },
        metrics: [{ name: 'files', type: 'gauge', value: 'results.files.size()' }],
      },
      { ran: healthy({ details: { files: ['b', 'a'] } }) },
    )
    expect(outcome).toMatchObject({ state: 'healthy', message: 'b, a', details: { max: 'b' } })
    expect(samples).toMatchObject([{ value: 2 }])
    const gone = await finish(
      { transform: { expr: '{"detail": "$delete"}' }, test: { expr: 'results.size() == 0' } },
      { ran: healthy({ details: { files: ['b', 'a'] } }) },
    )
    expect(gone.outcome).toMatchObject({ state: 'healthy' })
  })

  test('may take the evidence away', async () => {
    const { outcome } = await finish({ transform: { expr: '{"detail": "$delete", "message": "short"}' } })
    expect(outcome).toEqual({
      state: 'healthy',
      message: 'short',
      durationMilliseconds: 120,
      data: outcome.data,
    })
  })

  test('to objects with names gives checks, whose state is unhealthy unless they say that they pass', async () => {
    const { outcome, transformed } = await finish({
      transform: {
        expr: 'json.rows.map(r, {"name": r.name, "pass": r.left > 0, "message": "left: " + string(r.left), "labels": {"row": r.name}, "detail": r})',
      },
      test: { expr: 'false' },
    })
    // Without display, test and evidence: those are shown by the checks it gave.
    expect(outcome).toMatchObject({ state: 'healthy', message: '2 checks' })
    expect(outcome.details).toBeUndefined()
    expect(transformed).toMatchObject([
      {
        type: 'http',
        name: 'a',
        endpoint: 'http://shop',
        state: 'healthy',
        message: 'left: 3',
        labels: { team: 'web', row: 'a' },
        details: { name: 'a', left: 3 },
      },
      { name: 'b', state: 'unhealthy', error: 'left: 0' },
    ])
    const bare = await finish({ transform: { expr: '[{"name": "x", "type": "alert"}]' } })
    expect(bare.transformed).toMatchObject([{ type: 'alert', name: 'x', state: 'unhealthy' }])
  })

  test('of one name twice keeps the worst', async () => {
    const { transformed } = await finish({
      transform: {
        expr: '[{"name": "x", "pass": true}, {"name": "x", "pass": false}, {"name": "x", "pass": true}]',
      },
    })
    expect(transformed).toMatchObject([{ name: 'x', state: 'unhealthy' }])
  })

  test('that gives nothing says that no checks are left, unless the run went wrong', async () => {
    expect((await finish({ transform: { expr: '[]' } })).transformed).toEqual([])
    expect(
      (await finish({ transform: { expr: '[]' } }, { ran: unhealthy('down') })).transformed,
    ).toBeUndefined()
    expect((await finish({ transform: { expr: '[]' }, markFailOnEmpty: true })).outcome).toMatchObject({
      state: 'unhealthy',
      error: 'the transform gave nothing, expected something',
    })
  })

  test.each([
    ['"no json"', /^the transform failed: what it gives is not JSON/],
    ['[{"pass": true}, {"message": "x"}]', /^the transform failed: 2 of the objects have no name/],
    ['[1]', /^the transform failed: it must give an object or a list of objects$/],
    ['[{"name": "a", "pass": "perhaps"}]', /^the transform failed: \[0\]\.pass: /],
    ['json.nowhere.map(row, row)', /^the transform failed: .*\(line 1, column/],
  ])('that means nothing leaves no result: %s', async (expr, error) => {
    const { outcome, transformed } = await finish({ transform: { expr } })
    expect(outcome.state).toBe('unknown')
    expect(outcome.error).toMatch(error)
    expect(transformed).toBeUndefined()
  })
})

describe('nothing found is unhealthy where that is asked for', () => {
  test.each([
    ['rows', { count: 0, rows: [] }, 'no rows, expected at least one'],
    ['results', [], 'no results, expected at least one'],
    ['anything counted', { count: 0 }, 'nothing was found, expected something'],
  ])('in the words for %s', async (_what, results, error) => {
    const ran = healthy({ details: { results }, message: '0 found' })
    const { outcome } = await finish({ markFailOnEmpty: true }, { ran })
    expect(outcome).toEqual({ state: 'unhealthy', error, details: { results } })
    expect((await finish({}, { ran })).outcome).toMatchObject({ state: 'healthy', message: '0 found' })
  })

  test('also where a transform or the target leaves nothing, once', async () => {
    const transform = { expr: '{"detail": {"results": []}}' }
    const emptied = await finish({ markFailOnEmpty: true, transform })
    expect(emptied.outcome.error).toBe('no results, expected at least one')
    const ran = healthy({ details: { results: { count: 0, rows: [] } } })
    const both = await finish({ markFailOnEmpty: true, transform }, { ran })
    expect(both.outcome.error).toBe('no rows, expected at least one')
    const rescued = await finish({ markFailOnEmpty: true, transform: { expr: '{"pass": true}' } }, { ran })
    expect(rescued.outcome.state).toBe('unhealthy')
    const down = await finish({ markFailOnEmpty: true }, { ran: { ...ran, ...unhealthy('down') } })
    expect(down.outcome.error).toBe('down')
  })
})

describe('metrics', () => {
  const metric = (value: string, labels: object[] = []) => ({
    metrics: [{ name: 'left', type: 'gauge' as const, value, labels }],
  })

  test('have a number and labels of expressions', async () => {
    const labels = [
      { name: 'canary', valueExpr: 'canary.name' },
      { name: 'kind', value: 'row' },
    ]
    expect((await finish(metric('json.rows.map(r, r.left).sum()', labels))).samples).toEqual([
      { name: 'left', type: 'gauge', value: 3, labels: { canary: 'shop', kind: 'row' } },
    ])
  })

  test('that are no number fail the check; of one that failed they say nothing', async () => {
    const { outcome, samples } = await finish(metric('"three"'))
    expect(outcome).toMatchObject({
      state: 'unhealthy',
      error: 'the result cannot be measured: the metric left failed: expected a number, got "three"',
    })
    expect(samples).toEqual([])
    const failed = unhealthy('down')
    expect((await finish(metric('json.rows.size()'), { ran: failed })).outcome).toEqual(failed)
    expect((await finish(metric('pass ? 1 : 0'), { ran: failed })).samples).toMatchObject([{ value: 0 }])
  })
})

test('what scripts print of secrets is masked in every output', async () => {
  const secret = 'sw0rdfish-secret'
  const ran = healthy({ details: { token: secret } })
  const finished = await finish(
    {
      transform: {
        javascript: `[{ name: 'is ' + token, message: token, description: token, endpoint: token, labels: { t: token },
          detail: { token: token.split('').join('') } }]`,
      },
      metrics: [{ name: 'm', type: 'gauge', value: '1', labels: [{ name: 't', valueExpr: 'token' }] }],
    },
    { ran, secrets: [secret] },
  )
  const cleaned = cleanFinished(finished, createRedactor([secret]))
  expect(JSON.stringify(finished)).toContain(secret)
  expect(JSON.stringify(cleaned)).not.toContain(secret)
  expect(cleaned.transformed).toMatchObject([{ name: 'is ***', message: '***', labels: { t: '***' } }])
  const shown = await finish(
    { display: { template: '{{ .token }}' }, test: { expr: 'token' } },
    { ran, secrets: [secret] },
  )
  const { outcome } = cleanFinished(shown, createRedactor([secret]))
  expect(outcome.message).toBe('***')
  expect(JSON.stringify(outcome)).not.toContain(secret)
})
