import { afterAll, describe, expect, test } from 'vitest'
import { check } from '../check.ts'
import { createScriptEngine } from '../engine.ts'
import { defaultLimits } from '../limits.ts'
import { tryHere } from '../placement.ts'

const engine = createScriptEngine({ now: () => new Date('2024-05-01T12:00:00Z'), seed: () => [1, 2, 3, 4] })
afterAll(() => engine.close())

const variables = {
  nothing: null,
  zero: 0,
  whole: 7n,
  broken: 1.5,
  text: 'abc',
  yes: true,
  at: new Date('2024-05-01T10:00:00Z'),
  object: { a: 1, inner: { b: 'c' }, none: null, empty: '' },
  numbers: [1, 2, 3],
  rows: [{ name: 'a' }, { name: 'b', size: 4 }],
}

async function evaluate(source: string) {
  const result = await engine.evaluate(
    { language: 'cel', source },
    { variables, durations: { elapsed: 1_500 } },
  )
  return result.ok ? result.value.value : `${result.failure.code}: ${result.failure.message}`
}

const tables: Readonly<Record<string, readonly (readonly [source: string, value: unknown])[]>> = {
  'what is missing is null': [
    ['object.missing', null],
    ['object["missing"]', null],
    ['object.inner.missing.further.still', null],
    ['object.none.b', null],
    ['nothing.a["b"].c', null],
    ['text.a', null],
    ['whole.a', null],
    ['{"a": 1}.b', null],
    ['numbers[3]', null],
    ['numbers[-1]', null],
    ['numbers[99].a.b', null],
    ['rows[0].size', null],
    ['rows.map(r, r.size)', [null, 4]],
    // These stay as they are.
    ['object.a', 1],
    ['numbers[2]', 3],
    ['object.?missing.orValue("other")', 'other'],
    ['numbers[?9].orValue(0)', 0],
    ['has(object.missing.further)', false],
    ['has(object.none)', true],
  ],
  'null counts as the zero of the other side': [
    ['object.missing + 1', 1],
    ['1 - object.missing', 1],
    ['object.missing - whole', -7],
    ['object.missing * broken', 0],
    ['object.missing / 5', 0],
    ['object.missing % 5', 0],
    ['object.missing + " world"', ' world'],
    ['"hello " + object.missing', 'hello '],
    ['{"a": 1}.b + 1', 1],
    ['object.missing == 0', true],
    ['object.missing == 0.0', true],
    ['object.missing == ""', true],
    ['object.missing == false', true],
    ['object.missing == b""', true],
    ['object.missing != 1', true],
    ['object.missing != 0', false],
    ['0 == object.missing', true],
    ['object.missing > 0', false],
    ['object.missing < 1', true],
    ['object.missing >= 0', true],
    ['1 <= object.missing', false],
    ['object.missing < "a"', true],
    ['object.missing < true', true],
    ['rows.exists(r, r.size > 3)', true],
    ['rows.filter(r, r.size == 0).map(r, r.name)', ['a']],
  ],
  'where there is no zero, null stays': [
    ['object.missing < timestamp("2026-01-01T00:00:00Z")', null],
    ['object.missing > elapsed', null],
    ['object.missing + [1]', null],
    ['at - object.missing', null],
    ['object.missing + nothing', null],
    ['object.missing < nothing', null],
    ['-object.missing', null],
    ['!object.missing', null],
    ['"a" in object.missing', null],
    ['object.missing in numbers', null],
    ['object.missing == at', false],
    ['object.missing != at', true],
    ['object.missing == numbers', false],
    ['object.missing == nothing', true],
    ['object.missing != nothing', false],
  ],
  'functions give null for null': [
    ['object.missing.size()', null],
    ['size(object.missing) == 0', true],
    ['object.missing.startsWith("a")', null],
    ['text.contains(object.missing)', null],
    ['toJSON(object.missing)', null],
    ['k8s.isHealthy(object.missing)', null],
    ['matchLabel(object.labels, "a", "b")', null],
    ['object.missing.first()', null],
    ['coalesce(object.missing, "other")', 'other'],
    ['type(object.missing) == null_type', true],
    ['optional.of(nothing).hasValue()', true],
  ],
  'who writes null asks for null': [
    ['zero == null', false],
    ['null != zero', true],
    ['object.empty == null', false],
    ['object.missing == null', true],
    ['object.none != null', false],
  ],
}

describe.each(Object.entries(tables))('%s', (_, table) => {
  test.each(table)('%s', async (source, value) => {
    expect(await evaluate(source)).toEqual(value)
  })
})

describe('other mistakes stay errors', () => {
  test.each([
    ['1 / 0', 'evaluation: division by zero'],
    ['whole / object.missing', 'evaluation: division by zero'],
    ['int("bad")', expect.stringMatching(/^evaluation: int\(\) type error/)],
    ['text.matches("[")', expect.stringMatching(/^arguments: matches: bad regular expression/)],
    ['numbers["a"]', 'evaluation: no such key: a'],
    ['at.year', 'evaluation: no such key: year'],
    ['null + 1', 'type: no such overload: null + int'],
    ['object.missing && yes', "type: logical operator requires bool operands, got 'null'"],
    ['object.missing ? 1 : 2', "type: ternary condition must be bool, got 'null'"],
    [
      'object.missing.all(i, i > 0)',
      'type: all, exists, filter and map go through a list or an object, got null',
    ],
    ['unheard', 'unknown-variable: unknown variable unheard'],
  ])('%s', async (source, failure) => {
    expect(await evaluate(source)).toEqual(failure)
  })
})

test('an unknown variable is found when the script is checked', () => {
  expect(check({ language: 'cel', source: 'objekt.a == 1' }, { variables: ['object'] }).errors).toMatchObject(
    [{ code: 'unknown-variable', message: 'unknown variable objekt; did you mean "object"?' }],
  )
})

test.each([
  'json.status == 200 && json.deep.missing[3].field != "x"',
  'json.missing + 1 > 0 || size(json.list[9]) == 0',
])('null-safe operators cost the same however large the variables are: %s', (source) => {
  const json = { status: 200, deep: {}, list: Array.from({ length: 20_000 }, (_, index) => ({ index })) }
  expect(
    tryHere({
      script: { language: 'cel', source },
      variables: { json },
      durations: {},
      given: {},
      limits: defaultLimits,
      now: 0,
      seed: [1, 2, 3, 4],
    }),
  ).toMatchObject({ ok: true, value: true })
})
