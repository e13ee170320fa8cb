import { afterAll, describe, expect, test } from 'vitest'
import { createScriptEngine } from '../engine.ts'
import type { Language } from '../script.ts'
import { celCases } from './testing/cel-cases.ts'
import { gomplateDifferences } from './differences.ts'
import { javaScriptCases, templateCases } from './testing/template-cases.ts'
import { type GomplateCase, gomplateVariables } from './variables.ts'

const engine = createScriptEngine({ now: () => new Date('2024-06-20T12:00:00Z'), seed: () => [1, 2, 3, 4] })
afterAll(() => engine.close())

async function print(language: Language, source: string): Promise<string> {
  const result = await engine.evaluate(
    { language, source },
    { variables: gomplateVariables, durations: { elapsed: 75_000 } },
  )
  return result.ok ? result.value.text : `${result.failure.code}: ${result.failure.message}`
}

const suites: readonly (readonly [Language, Readonly<Record<string, readonly GomplateCase[]>>])[] = [
  ['cel', celCases],
  ['template', templateCases],
  ['javascript', javaScriptCases],
]

describe.each(suites)('%s as in gomplate', (language, families) => {
  describe.each(Object.entries(families))('%s', (_, cases) => {
    const printed = cases.map(([source, theirs, here]) => [source, here?.[0] ?? theirs] as const)
    test.each(printed)('%s', async (source, text) => {
      expect(await print(language, source)).toBe(text)
    })
  })
})

test('95 of 100 CEL cases print what they print in gomplate', () => {
  const all = Object.values(celCases).flat()
  const same = all.filter(([, , here]) => here === undefined)
  expect(same.length / all.length).toBeGreaterThanOrEqual(0.95)
})

test('each documented difference has a case, and each case that differs is one', () => {
  const all = suites.flatMap(([, families]) => Object.values(families).flat())
  expect(all.filter(([, theirs, here]) => here !== undefined && here[0] === theirs)).toEqual([])
  expect(new Set(all.flatMap(([, , here]) => (here === undefined ? [] : [here[1]])))).toEqual(
    new Set(Object.keys(gomplateDifferences)),
  )
})
