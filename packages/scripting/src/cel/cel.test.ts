import { afterAll, describe, expect, test } from 'vitest'
import { createScriptEngine } from '../engine.ts'

const engine = createScriptEngine({ now: () => new Date('2024-05-01T12:00:00Z'), seed: () => [1, 2, 3, 4] })
afterAll(() => engine.close())

const environment = {
  variables: {
    code: 204n,
    json: {
      count: 5,
      ratio: 0.25,
      items: [
        { name: 'a', size: 3 },
        { name: 'b', size: 7 },
      ],
      note: null,
    },
    headers: { 'Content-Type': 'application/json' },
    created: new Date('2024-05-01T10:00:00Z'),
    // Named like a namespace: the variable hides it.
    path: { base: 'here' },
    self: { id: 'x', labels: {} },
  },
  durations: { elapsed: 1_500, sslAge: 40 * 86_400_000 },
  given: { last_result: { status: true, results: { count: 4 } } },
}

async function evaluate(source: string) {
  const result = await engine.evaluate({ language: 'cel', source }, environment)
  return result.ok
    ? result.value.text
    : `${result.failure.code} ${result.failure.line}:${result.failure.column} ${result.failure.message}`
}

describe('expressions', () => {
  test.each([
    ['code == 204', 'true'],
    ['code >= 200 && code < 300', 'true'],
    ['code / 100 == 2', 'true'],
    ['code in [200, 204]', 'true'],
    ['json.count == 5 && json.count > 4 && json.count < 6', 'true'],
    // Numbers of documents and whole numbers mix.
    ['json.count * 2', '10'],
    ['json.count + code', '209'],
    ['json.count % 2 == 1', 'true'],
    ['json.ratio * 100 > 20', 'true'],
    ['1 == 1.0', 'true'],
    ['size(json.items) == 2', 'true'],
    ['json.items.all(i, i.size > 2)', 'true'],
    ['json.items.filter(i, i.size > 5).map(i, i.name)', '[b]'],
    ['json.items.map(i, i.size).sum()', '10'],
    ['json.items.map(i, {"name": i.name.upperAscii()}).toJSON()', '[{"name":"A"},{"name":"B"}]'],
    ['json.items.exists(i, i.name.matches("^[b-z]"))', 'true'],
    ['json.note == null', 'true'],
    ['headers["Content-Type"].startsWith("application/")', 'true'],
    ['elapsed < duration("2s") && sslAge > duration("720h")', 'true'],
    ['elapsed > Duration("1d")', 'false'],
    ['sslAge > Duration("30d")', 'true'],
    ['time.Since(created) > duration("1h")', 'true'],
    ['Age(created) < duration("3h")', 'true'],
    ['created + duration("1h")', '2024-05-01 11:00:00 +0000 UTC'],
    ['string(created)', '2024-05-01T10:00:00Z'],
    ['time.Now() - created', '2h0m0s'],
    ['last_result().results.count < json.count', 'true'],
    ['json.?missing.deeper.orValue("none")', 'none'],
    ['has(json.missing) ? "yes" : "no"', 'no'],
    ['has(json.items[0].name) && !has(json.items[0].color) && !has(json.?x.y)', 'true'],
    [`has( json.count ) ? 'has(json)' : ""`, 'has(json)'],
    ['path.base', 'here'],
    ['filepath.Base("/a/b")', 'b'],
    // Newlines and comments are no trouble.
    ['code == 204 // fine\n  && json.count == 5', 'true'],
    ['"""two\nlines"""', 'two\nlines'],
    ['{"b": 1, "a": [1.5, "x", true, null]}', 'map[a:[1.5 x true <nil>] b:1]'],
    ['null', ''],
    ['json.items', '[map[name:a size:3] map[name:b size:7]]'],
    ['type(code) == int', 'true'],
    ['dyn([1, "a", 2.5])[1]', 'a'],
    ['[[1, 2], [3]].flatten().max()', '3'],
    ['"a,b".split(",").map(x, x + "!").join("")', 'a!b!'],
    ['"%d of %s (%.1f%%)".format([2, "b", 12.345])', '2 of b (12.3%)'],
    ['"HELLO".matches("(?i)hello")', 'true'],
    ['"MiXed".lowerAscii()', 'mixed'],
    ['self.labels.?team.hasValue() ? "owned" : "orphan"', 'orphan'],
    ['cel.bind(n, json.count, n * n)', '25'],
    ['json.items.exists(i, i.name == "b" && i.missing == 1) || code == 204', 'true'],
  ])('%s', async (source, printed) => {
    expect(await evaluate(source)).toBe(printed)
  })
})

test('the value of a list or object is there as JSON, besides its text', async () => {
  const result = await engine.evaluate(
    { language: 'cel', source: '{"at": created, "count": code, "list": json.items.map(i, i.name)}' },
    environment,
  )
  expect(result).toMatchObject({
    ok: true,
    value: { value: { at: '2024-05-01T10:00:00Z', count: 204, list: ['a', 'b'] } },
  })
})

describe('errors say what and where', () => {
  test.each([
    ['1 +', 'syntax 1:4 the expression ends too early'],
    ['code ==\n  == 1', 'syntax 2:3 unexpected token: EQ'],
    ['cod == 204', 'unknown-variable 1:1 unknown variable cod; did you mean "code"?'],
    ['code == 1 || jsn.count == 5', 'unknown-variable 1:14 unknown variable jsn; did you mean "json"?'],
    ['isHealty(json)', 'unknown-function 1:1 unknown function isHealty; did you mean "isHealthy"?'],
    [
      'k8s.isHealty(json)',
      'unknown-function 1:1 unknown function k8s.isHealty; did you mean "k8s.isHealthy"?',
    ],
    ['json.items.tojson()', 'unknown-function 1:1 unknown function tojson; did you mean "toJSON"?'],
    ['"a" + 1', 'type 1:1 no such overload: string + int'],
    ['code ? 1 : 2', `type 1:1 ternary condition must be bool, got 'int'`],
    ['has(json)', 'arguments 1:5 has() takes a field, such as has(check.labels)'],
    ['has(json.count, 1)', expect.stringMatching(/^(arguments|unknown-function) 1:1 has/)],
    ['toJSON(1, 2)', 'arguments 1:1 toJSON does not take (int, int); it is toJSON(value: any): string'],
    // A method counts what it is called on, and an alias is called what was written.
    ['"a".trim("b")', 'arguments 1:1 trim does not take (string, string); it is trim(text: string): string'],
    ['"a".humanSize()', 'arguments 1:1 humanSize: "a" is not a quantity; write it as 500m or 1.5Gi'],
    ['path.base.distinct()', 'arguments 1:1 distinct: expected a list, got text'],
    ['json.items.map(1, 2)', 'syntax 1:16 map(var, transform) invalid predicate iteration variable'],
    [
      'duration("soon")',
      'arguments 1:1 duration: "soon" is not a duration; write it as 30s, 5m, 1h30m or 1d',
    ],
    [
      'Duration("soon") > elapsed',
      'arguments 1:1 Duration: "soon" is not a duration; write it as 30s, 5m, 1h30m or 1d',
    ],
    ['"a".matches("(")', 'arguments 1:1 matches: bad regular expression "(": missing closing ): `(`'],
    ['JSON("{").a', expect.stringMatching(/^evaluation 1:1 not JSON: /)],
  ])('%s', async (source, printed) => {
    expect(await evaluate(source)).toEqual(printed)
  })
})

describe('objects with a key named constructor', () => {
  const labels = { team: 'payments', constructor: 'x' }
  const variables = { labels, check: { labels, list: [{ labels }] }, constructor: { name: 'y' } }
  test.each([
    ['labels.team == "payments"', 'true'],
    ['labels.constructor + labels["constructor"]', 'xx'],
    ['check.labels.team', 'payments'],
    ['check.list.exists(each, each.labels.team == "payments")', 'true'],
    ['check.list.map(each, each.labels.constructor)', '[x]'],
    ['has(labels.team) && !has(labels.other)', 'true'],
    ['"constructor" in labels && size(labels) == 2', 'true'],
    ['labels.exists(key, key == "constructor")', 'true'],
    ['labels.?team.orValue("nothing")', 'payments'],
    ['check.?labels.?constructor.orValue("nothing")', 'x'],
    ['labels == {"team": "payments"}', 'false'],
    [
      'check.toJSON()',
      '{"labels":{"constructor":"x","team":"payments"},"list":[{"labels":{"constructor":"x","team":"payments"}}]}',
    ],
    ['labels', 'map[constructor:x team:payments]'],
    ['check.list', '[map[labels:map[constructor:x team:payments]]]'],
    ['constructor.name', 'y'],
    ['labels.team == "payments" ? check.labels.team : ""', 'payments'],
    ['labels.other', 'evaluation 1:8 no such key: other'],
  ])('are read as others: %s', async (source, expected) => {
    const result = await engine.evaluate({ language: 'cel', source }, { variables })
    const { ok } = result
    expect(
      ok
        ? result.value.text
        : `${result.failure.code} ${result.failure.line}:${result.failure.column} ${result.failure.message}`,
    ).toBe(expected)
  })
})
