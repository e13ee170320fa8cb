import { expect, test } from 'vitest'
import { fieldForm, typedOf } from './field-form.ts'

test('a typed field becomes a field, lists from lines', () => {
  const typed = {
    name: 'tier',
    kind: 'choice',
    description: '',
    choices: 'Gold\n\n Silver ',
    types: 'AWS::*',
  }
  const read = fieldForm.parse(typed)
  expect(read).toEqual({
    name: 'tier',
    kind: 'choice',
    description: '',
    choices: ['Gold', 'Silver'],
    types: ['AWS::*'],
  })
  expect(typedOf(read)).toEqual({ ...typed, choices: 'Gold\nSilver' })
  expect(fieldForm.parse({ ...typed, kind: 'text' }).choices).toEqual([])
})

test('problems are shown at their fields', () => {
  const paths = (changes: object) =>
    fieldForm
      .safeParse({ ...typedOf(undefined), name: 'tier', ...changes })
      .error?.issues.map(({ path }) => path)
  expect(paths({})).toBeUndefined()
  expect(paths({ name: 'Tier' })).toEqual([['name']])
  expect(paths({ kind: 'choice' })).toEqual([['choices']])
  expect(paths({ kind: 'choice', choices: `a\n${'x'.repeat(201)}` })).toEqual([['choices']])
})
