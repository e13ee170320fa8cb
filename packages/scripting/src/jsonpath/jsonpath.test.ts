import { afterAll, describe, expect, test } from 'vitest'
import { createScriptEngine } from '../engine.ts'

const engine = createScriptEngine({ now: () => new Date(0) })
afterAll(() => engine.close())

const environment = {
  variables: {
    code: 200n,
    results: {
      rows: [
        { name: 'a', n: 1 },
        { name: 'b', n: 2, 'with space': true },
      ],
    },
    at: new Date('2024-05-01T10:00:00Z'),
    nothing: null,
  },
  durations: { elapsed: 1_500 },
}

async function evaluate(source: string) {
  const result = await engine.evaluate({ language: 'jsonpath', source }, environment)
  return result.ok
    ? result.value.text
    : `${result.failure.code} ${result.failure.line}:${result.failure.column} ${result.failure.message}`
}

describe('the first match: texts as they are, others as JSON, nothing as an empty text', () => {
  test.each([
    ['$.results.rows[0].name', 'a'],
    ['$.results.rows[-1].n', '2'],
    ['$.results.rows[1]', '{"name":"b","n":2,"with space":true}'],
    ["$.results.rows[1]['with space']", 'true'],
    ['$.results.rows[*].name', 'a'],
    ['$..name', 'a'],
    ['$.results.rows[?@.n > 1].name', 'b'],
    ['$.results.rows[?@.n > 5].name', ''],
    ['$.results.rows[?match(@.name, "[b-z]")].n', '2'],
    ['$.results.rows[?search(@.name, "(")].n', ''],
    ['$.missing.deeper', ''],
    ['$.nothing', 'null'],
    ['$.code', '200'],
    ['$.elapsed', '1.5s'],
    ['$.at', '2024-05-01T10:00:00Z'],
    ['$.constructor', ''],
    ['$.results.__proto__', ''],
    // As people also write it.
    ['.results.rows[0].name', 'a'],
    ['@.results.rows[0].name', 'a'],
    ['{.results.rows[0].name}', 'a'],
    ['results.rows[0].name', 'a'],
    [' $.code ', '200'],
    ["['code']", '200'],
  ])('%s', async (source, printed) => {
    expect(await evaluate(source)).toBe(printed)
  })
})

describe('errors say what and where', () => {
  test.each([
    ['$.results[', 'syntax 1:11 unclosed bracketed selection'],
    ['results[', 'syntax 1:9 unclosed bracketed selection'],
    ['{.results[}', 'syntax 1:11 unclosed bracketed selection'],
    ['$.results[?lenght(@) > 1]', 'unknown-function 1:12 unknown function lenght; did you mean "length"?'],
    ['', 'syntax 1:1 the path is empty'],
  ])('%s', async (source, printed) => {
    expect(await evaluate(source)).toBe(printed)
  })
})
