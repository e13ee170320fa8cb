import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CanaryParser, createCanaryParser } from './canary.ts'
import { loadCheckTypes } from './check-types.ts'
import { longestRun, retryPlan } from './retries.ts'

const tasks = createTaskPool()
afterAll(() => tasks.close())
let parser: CanaryParser
beforeAll(async () => {
  parser = createCanaryParser(await loadCheckTypes(), tasks)
})

async function problemsOf(spec: object): Promise<string[]> {
  const parsed = await parser.parseSpec(spec)
  return parsed.ok ? [] : parsed.failure.map(({ path, message }) => `${path}: ${message}`)
}

const check = (more: object, name = 'a') => ({ name, endpoint: 'localhost:1', ...more })
const tcp = (...checks: object[]) => ({ tcp: checks })

describe('scripts are checked when a canary is saved', () => {
  test.each([
    [{ test: { expr: 'cod ==' } }, 'tcp[0].test.expr: the expression ends too early (line 1, column 7)'],
    [
      { test: { expr: 'isHealty(results)' } },
      'tcp[0].test.expr: unknown function isHealty; did you mean "isHealthy"? (line 1, column 1)',
    ],
    [
      { display: { template: 'a\n{{ toUper .x }}' } },
      'tcp[0].display.template: unknown function toUper; did you mean "toUpper"? (line 2, column 4)',
    ],
    [
      { transform: { javascript: 'var x = ;' } },
      'tcp[0].transform.javascript: unexpected token (line 1, column 9)',
    ],
    [
      { metrics: [{ name: 'm', type: 'gauge', value: '1 +' }] },
      'tcp[0].metrics[0].value: the expression ends too early (line 1, column 4)',
    ],
    [
      {
        metrics: [{ name: 'm', type: 'gauge', value: '1', labels: [{ name: 'l', valueExpr: 'nope()' }] }],
      },
      'tcp[0].metrics[0].labels[0].valueExpr: unknown function nope (line 1, column 1)',
    ],
    [
      { relationships: { components: [{ name: { value: 'x' }, type: { expr: '(' } }] } },
      'tcp[0].relationships.components[0].type.expr: the expression ends too early (line 1, column 2)',
    ],
    [
      { test: { expr: 'true', template: 'true' } },
      'tcp[0].test: only one script may be here; there are expr and template',
    ],
    [{ test: {} }, 'tcp[0].test: write a script in one of expr, template, javascript, jsonPath'],
    [{ test: { exp: 'true' } }, 'tcp[0].test.exp: unknown key "exp"; did you mean "expr"?'],
    [
      { metrics: [{ name: 'no-metric', type: 'gauge', value: '1' }] },
      'tcp[0].metrics[0].name: not a name of a metric',
    ],
    [
      { metrics: [{ name: 'canary_check', type: 'gauge', value: '1' }] },
      'tcp[0].metrics[0].name: names that begin with canary_check, binnacle_, process_ or nodejs_ are reserved',
    ],
    [
      { relationships: { configs: [{ name: { value: 'x', label: 'y' } }] } },
      'tcp[0].relationships.configs[0].name: give one of value, label, expr',
    ],
    [
      { relationships: { configs: [{}] } },
      'tcp[0].relationships.configs[0]: a selector without fields finds nothing',
    ],
    [{ failureThreshold: 0 }, 'tcp[0].failureThreshold: must be at least 1'],
  ])('%j', async (more, problem) => {
    expect(await problemsOf(tcp(check(more)))).toEqual([problem])
  })

  test('right ones are taken, with names that only a run knows and the last result', async () => {
    expect(
      await problemsOf(
        tcp(
          check({
            test: { expr: 'anything.here == 1 && last_result().status' },
            display: { template: '{{ last_result.results.x }}' },
            transform: { jsonPath: '$.results' },
            metrics: [
              { name: 'm:x', type: 'histogram', value: 'elapsed.x', labels: [{ name: 'l', value: '' }] },
            ],
            relationships: { components: [{ name: { expr: 'result.labels.app' }, labels: { a: 'b' } }] },
            retries: { maxRetries: 2, interval: '100ms' },
            severity: 'high',
            transformDeleteStrategy: 'MarkHealthy',
            markFailOnEmpty: true,
            failureThreshold: 3,
            recoveryThreshold: 2,
          }),
        ),
      ),
    ).toEqual([])
  })
})

describe('what checks depend on', () => {
  test('must be there, once', async () => {
    expect(await problemsOf(tcp(check({ dependsOn: ['datbase'] }), check({}, 'database')))).toEqual([
      'tcp[0].dependsOn[0]: no check of this canary is named "datbase"; did you mean "database"?',
    ])
    expect(
      await problemsOf({
        tcp: [check({ dependsOn: ['b'] }), check({}, 'b')],
        dns: [{ name: 'b', query: 'x' }],
      }),
    ).toEqual(['tcp[0].dependsOn[0]: 2 checks of this canary are named "b"'])
    expect(await problemsOf(tcp(check({ dependsOn: ['b', 'b'] }), check({}, 'b')))).toEqual([
      'tcp[0].dependsOn[1]: "b" is in the list already',
    ])
    expect(
      await problemsOf({ tcp: [check({ dependsOn: ['b'] })], dns: [{ name: 'b', query: 'x' }] }),
    ).toEqual([])
  })

  test('must not go in a circle', async () => {
    expect(await problemsOf(tcp(check({ dependsOn: ['a'] })))).toEqual([
      'tcp[0].dependsOn[0]: goes in a circle: a → a',
    ])
    expect(
      await problemsOf(
        tcp(
          check({ dependsOn: ['b'] }, 'c'),
          check({ dependsOn: ['c'] }, 'a'),
          check({ dependsOn: ['x', 'a'] }, 'b'),
          check({}, 'x'),
        ),
      ),
    ).toEqual(['tcp[1].dependsOn[0]: goes in a circle: a → c → b → a'])
  })

  test('a thousand checks that all depend on those before them are validated quickly', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `c${index}`)
    const started = performance.now()
    expect(
      await problemsOf(
        tcp(
          ...names.map((name, index) =>
            check({ dependsOn: names.slice(Math.max(0, index - 50), index) }, name),
          ),
        ),
      ),
    ).toEqual([])
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})

describe('retries', () => {
  test('a check says field by field what is otherwise as the canary says', async () => {
    expect(retryPlan({ maxRetries: 3, interval: '5s', timeout: '1m' }, { interval: '2s' })).toEqual({
      maxRetries: 3,
      delay: 2_000,
      interval: 2_000,
      timeout: 60_000,
    })
    expect(retryPlan({ maxRetries: 3 }, { disabled: true })).toBeUndefined()
    expect(retryPlan(undefined, { interval: '2s' })).toBeUndefined()
    expect(retryPlan(undefined, { maxRetries: 1, delay: '0s' })).toEqual({
      maxRetries: 1,
      delay: 0,
      interval: 1_000,
      timeout: 3_600_000,
    })
  })

  test('how long all attempts may take is known, for the lease', async () => {
    expect(longestRun(10_000, undefined)).toBe(10_000)
    expect(longestRun(10_000, { maxRetries: 2, delay: 500, interval: 1_000, timeout: 3_600_000 })).toBe(
      31_500,
    )
    expect(longestRun(10_000, { maxRetries: 20, delay: 500, interval: 1_000, timeout: 30_000 })).toBe(40_000)
  })
})
