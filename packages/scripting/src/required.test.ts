import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScriptEngine } from './engine.ts'
import { contradicts, requiredTexts } from './required.ts'

test('comparisons with a text that nothing but && combines are required', () => {
  expect(requiredTexts('check.labels.team == "x" && ("a" == canary["name"]) && check.env != "p"')).toEqual([
    { path: ['check', 'labels', 'team'], text: 'x' },
    { path: ['canary', 'name'], text: 'a' },
  ])
  expect(requiredTexts('check.name == "x" || check.name == "y"')).toEqual([])
  expect(requiredTexts('!(check.name == "x")')).toEqual([])
  expect(requiredTexts('check.name ==')).toEqual([])
})

const engine = createScriptEngine({ now: () => new Date(0) })
const name = fc.constantFrom('team', 'env', 'none')
const text = fc.constantFrom('a', 'b')
const comparison = fc
  .tuple(name, text, fc.constantFrom('==', '!='))
  .map(([field, value, operator]) => `check.${field} ${operator} "${value}"`)
const expression = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    comparison,
    fc
      .tuple(tie('tree'), fc.constantFrom('&&', '||'), tie('tree'))
      .map(([one, operator, other]) => `(${one} ${operator} ${other})`),
    tie('tree').map((inner) => `!(${inner})`),
  ),
})).tree

test('what contradicts the requirements of an expression makes it false', async () => {
  await fc.assert(
    fc.asyncProperty(expression, text, fc.option(text), async (source, team, env) => {
      const variables = { check: { team, ...(env === null ? {} : { env }) } }
      const required = requiredTexts(source)
      if (!contradicts(required, variables)) return
      const output = await engine.evaluate({ language: 'cel', source }, { variables })
      expect(output).toMatchObject({ ok: true, value: { text: 'false' } })
    }),
  )
})
