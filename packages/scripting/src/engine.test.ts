import { afterAll, describe, expect, test } from 'vitest'
import { createScriptEngine, type ScriptEnvironment } from './engine.ts'
import { scriptOf } from './script.ts'
import { truthOf } from './truth.ts'

const engine = createScriptEngine({ now: () => new Date(0) })
afterAll(() => engine.close())

const secret = 'hunter22-And-More'
const environment: ScriptEnvironment = {
  variables: { password: secret, config: { nested: [secret] } },
  secrets: [secret],
}

describe('secrets', () => {
  test.each([
    ['template', '{{ .password }}'],
    ['template', '{{ . }}'],
    ['template', '{{ .config | toJSON | base64.Encode }}'],
    ['template', '{{ base64.Encode (print "user:" .password) }}'],
    ['template', '{{ .password | urlquery }}'],
    ['template', '{{ toUpper .password }}'],
    ['template', '{{ fail .password }}'],
    ['template', '{{ lt 1 .password }}'],
    ['cel', 'password'],
    ['cel', 'config'],
    ['cel', '{password: 1}'],
    ['cel', 'password.reverse()'],
    ['cel', 'bytes(password).hex()'],
    ['cel', 'JSON(password)'],
    ['cel', 'Duration(password)'],
    ['cel', 'config.nested.map(x, x + "!")'],
    ['jsonpath', '$.config'],
    ['jsonpath', '$..nested[0]'],
    ['javascript', 'password'],
    ['javascript', 'throw new Error(password)'],
    ['javascript', '({ [password]: config })'],
    ['javascript', 'password.split("").reverse().join("")'],
    ['javascript', `"${secret}" + nope`],
  ] as const)('%s: %s', async (language, source) => {
    const shown = JSON.stringify(await engine.evaluate({ language, source }, environment))
    expect(shown).not.toContain(secret)
    expect(shown.toLowerCase()).not.toContain('hunter22')
    expect(shown).not.toContain('22retnuh')
    expect(Buffer.from(shown).toString()).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12))
  })

  test('stay in a result that is one itself, but not in errors', async () => {
    const kept = { ...environment, keepSecrets: true }
    const address = await engine.evaluate(
      { language: 'template', source: 'http://me:{{ .password }}@host' },
      kept,
    )
    expect(address).toMatchObject({ ok: true, value: { text: `http://me:${secret}@host` } })
    const failure = await engine.evaluate({ language: 'template', source: '{{ JSON .password }}' }, kept)
    expect(JSON.stringify(failure)).not.toContain('hunter22')
  })
})

describe('several at once', () => {
  test('a script that hangs does not hold up the others', async () => {
    let isOver = false
    const hanging = engine
      .evaluate({ language: 'javascript', source: 'while (true) {}' }, environment, {
        timeoutMilliseconds: 2_000,
      })
      .finally(() => (isOver = true))
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        engine.evaluate({ language: 'javascript', source: `${index} + 1` }, environment),
      ),
    )
    expect(others.map((result) => (result.ok ? result.value.value : result.failure.message))).toEqual(
      others.map((_, index) => index + 1),
    )
    expect(isOver).toBe(false)
    expect(await hanging).toMatchObject({ ok: false, failure: { code: 'too-slow' } })
    // Two seconds of processor time are many more on a busy machine.
  }, 60_000)

  test('each has its own answer', async () => {
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        engine.evaluate(
          {
            language: index % 2 === 0 ? 'javascript' : 'cel',
            source: index % 2 === 0 ? 'n * 2' : '[n].map(x, x * 2)[0]',
          },
          { variables: { n: index } },
        ),
      ),
    )
    expect(results.map((result) => (result.ok ? Number(result.value.text) : result.failure))).toEqual(
      results.map((_, index) => index * 2),
    )
  })
})

test('a closed engine says so, also to what is still running', async () => {
  const other = createScriptEngine({ now: () => new Date(0) })
  const running = other.evaluate({ language: 'javascript', source: 'while (true) {}' }, environment)
  await other.close()
  expect(await running).toMatchObject({ ok: false, failure: { code: 'unavailable' } })
  expect(await other.evaluate({ language: 'javascript', source: '1' }, environment)).toMatchObject({
    ok: false,
    failure: { code: 'unavailable' },
  })
})

test('values that are no data are refused, not thrown', async () => {
  const variables = { f: () => 1, circle: {} as Record<string, unknown> }
  variables.circle['self'] = variables.circle
  for (const [language, source] of [
    ['cel', 'f'],
    ['cel', '[f].map(x, x)'],
    ['cel', 'circle'],
    ['template', '{{ .circle }}'],
    ['javascript', 'circle'],
    ['javascript', 'f'],
    ['jsonpath', '$.circle'],
  ] as const)
    expect(await engine.evaluate({ language, source }, { variables }), `${language} ${source}`).toMatchObject(
      { ok: false },
    )
})

test('randomness comes from a seed, and stands still with it', async () => {
  const draw = async (seed: readonly [number, number, number, number]) => {
    const seeded = createScriptEngine({ now: () => new Date(0), seed: () => seed })
    const result = await seeded.evaluate(
      { language: 'template', source: '{{ uuid.V4 }} {{ random.Alpha 8 }}' },
      { variables: {} },
    )
    return result.ok ? result.value.text : ''
  }
  expect(await draw([1, 2, 3, 4])).toBe(await draw([1, 2, 3, 4]))
  expect(await draw([1, 2, 3, 4])).not.toBe(await draw([1, 2, 3, 5]))
})

test('of several scripts in a spec the first language counts', () => {
  expect(scriptOf({ javascript: 'a', template: 'b', expr: 'c', jsonPath: 'd' })).toEqual({
    language: 'javascript',
    source: 'a',
  })
  expect(scriptOf({ template: 'b', expr: 'c', jsonPath: 'd' })).toEqual({ language: 'template', source: 'b' })
  expect(scriptOf({ expr: 'c', jsonPath: 'd' })).toEqual({ language: 'cel', source: 'c' })
  expect(scriptOf({ jsonPath: 'd' })).toEqual({ language: 'jsonpath', source: 'd' })
  expect(scriptOf({ template: '' })).toBeUndefined()
})

test.each([
  ['true', true],
  ['1', true],
  [' T\n', true],
  ['TRUE', true],
  ['false', false],
  ['0', false],
  ['F', false],
])('%j is %s', (text, truth) => {
  expect(truthOf(text)).toEqual({ ok: true, value: truth })
})

test.each(['yes', '', '2', 'tRUE'])('%j is neither true nor false', (text) => {
  expect(truthOf(text).ok).toBe(false)
})
