import { afterAll, describe, expect, test } from 'vitest'
import { createScriptEngine } from '../engine.ts'

const engine = createScriptEngine({ now: () => new Date('2024-05-01T12:00:00Z') })
afterAll(() => engine.close())

const environment = {
  variables: {
    results: {
      rows: [
        { name: 'a', n: 1 },
        { name: 'b', n: 2 },
      ],
    },
    code: 200n,
    at: new Date('2024-05-01T10:00:00Z'),
  },
  durations: { elapsed: 1_500 },
  given: { last_result: { results: { n: 7 } } },
}

async function evaluate(source: string) {
  const result = await engine.evaluate({ language: 'javascript', source }, environment)
  return result.ok
    ? result.value.text
    : `${result.failure.code} ${result.failure.line}:${result.failure.column} ${result.failure.message}`
}

describe('the value of the last statement', () => {
  test.each([
    ['code == 200', 'true'],
    ['var total = 0; for (var i in results.rows) total += results.rows[i].n; total', '3'],
    // Scripts of others assign what they never declared.
    ['total = 1; total + 1', '2'],
    ['if (code === 200) { "good" } else { "bad" }', 'good'],
    ['results.rows.map(row => row.name)', 'a,b'],
    ['[1, [2, null], 4]', '1,2,,4'],
    ['results.rows', '[{"name":"a","n":1},{"name":"b","n":2}]'],
    ['_.pluck(results.rows, "name").join()', 'a,b'],
    ['({ a: undefined, b: null, c: NaN })', '{"b":null,"c":null}'],
    ['undefined', ''],
    ['null', ''],
    ['10n ** 20n', '100000000000000000000'],
    ['0.1 + 0.2', '0.30000000000000004'],
    ['1e21', '1e+21'],
    ['elapsed > 1000', 'true'],
    ['new Date(at).getUTCFullYear()', '2024'],
    ['last_result().results.n', '7'],
    ['k8s.getHealth({ kind: "Pod", status: { phase: "Failed", reason: "Evicted" } }).status', 'Evicted'],
    ['fromSI("2Ki") + fromMillicores("1500m")', '3548'],
    ['toJSON([1, { a: 2 }])', '[1,{"a":2}]'],
    ['"abc".startsWith("ab") && "abc".endsWith("bc")', 'true'],
    [
      'try { k8s.getHealth() } catch (error) { error.message }',
      expect.stringContaining('wrong number of arguments'),
    ],
    ['JSON.stringify = function () { return "forged" }; ({ a: 1 })', '{"a":1}'],
  ])('%s', async (source, printed) => {
    expect(await evaluate(source)).toEqual(printed)
  })
})

describe('there is nothing but the environment', () => {
  test.each(['process', 'require', 'fetch', 'setTimeout', 'WebAssembly', 'console', 'std', 'os', 'Deno'])(
    '%s',
    async (name) => {
      expect(await evaluate(`typeof ${name}`)).toBe('undefined')
    },
  )

  test('also by detours', async () => {
    expect(
      await evaluate('(function () { return this }).constructor("return typeof process + typeof require")()'),
    ).toBe('undefinedundefined')
    expect(await evaluate('k8s.getHealth.constructor("return typeof process")()')).toBe('undefined')
    expect(await evaluate('import("node:fs").then(String)')).not.toContain('readFile')
  })

  test('one script leaves nothing to the next', async () => {
    await evaluate(
      'left = 1; Array.prototype.map = function () { return "changed" }; Object.prototype.stain = 1',
    )
    expect(await evaluate('typeof left + typeof ({}).stain + [1].map(String)')).toBe('undefinedundefined1')
  })
})

describe('errors say what and where', () => {
  test.each([
    ['code +\n  nope.x', 'unknown-variable 2:3 unknown variable nope'],
    ['reslts.rows', 'unknown-variable 1:1 unknown variable reslts; did you mean "results"?'],
    ['let x = ;', `syntax 1:9 unexpected token in expression: ';'`],
    [
      'code.a.b',
      expect.stringMatching(/^evaluation 1:\d+ TypeError: cannot read property 'b' of undefined$/),
    ],
    ['\nthrow new Error("boom")', 'evaluation 2:16 boom'],
    ['throw "plain"', 'evaluation 1:1 plain'],
    ['throw { message: 5 }', 'evaluation 1:1 the script threw something that is no error'],
  ])('%s', async (source, printed) => {
    expect(await evaluate(source)).toEqual(printed)
  })
})
