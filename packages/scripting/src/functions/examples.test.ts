import { afterAll, describe, expect, test } from 'vitest'
import { check } from '../check.ts'
import { createScriptEngine } from '../engine.ts'
import { exampleEnvironment, exampleNow } from './example.ts'
import { functionGroups } from './registry.ts'

const engine = createScriptEngine({ now: () => exampleNow, seed: () => [1, 2, 3, 4] })
afterAll(() => engine.close())

const variables = [...Object.keys(exampleEnvironment.variables), ...Object.keys(exampleEnvironment.durations)]

describe.each(functionGroups)('$title', ({ functions }) => {
  test.each(functions.flatMap(({ name, examples }) => examples.map((example) => ({ name, ...example }))))(
    '$name: $language $source',
    async ({ language, source, result }) => {
      expect(
        check(
          { language, source },
          { variables: language === 'template' ? [...variables, 'missing'] : variables },
        ).errors,
      ).toEqual([])
      expect(await engine.evaluate({ language, source }, exampleEnvironment)).toMatchObject({
        ok: true,
        value: { text: language === 'template' ? result.trim() : result },
      })
    },
  )
})

test('every function is explained, in one line, with an example', () => {
  const poor = functionGroups
    .flatMap((group) => group.functions)
    .filter(({ description, examples }) => !/^[^\n]{3,180}\.$/.test(description) || examples.length === 0)
  expect(poor.map(({ name }) => name)).toEqual([])
})

test('no name of a language means two functions', () => {
  for (const language of ['cel', 'template', 'javascript', 'jsonpath'] as const) {
    const names = functionGroups
      .flatMap((group) => group.functions)
      .filter(({ languages }) => languages.includes(language))
      .flatMap(({ name, also }) => [name, ...also])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  }
})
