import { expect, test } from 'vitest'
import { RequestFailure } from '../requests/failure.ts'
import { sortProblems } from './forms.ts'

const failure = (...paths: string[]) =>
  new RequestFailure('This cannot be saved', {
    status: 400,
    problems: paths.map((path) => ({ path, message: `${path} is wrong` })),
  })

test('problems of a failed request are shown at the fields of a form, and what names none of them stays', () => {
  const names = ['name', 'tags'] as const
  expect(sortProblems(names, failure('name', 'tags.a', 'tags.b'))).toEqual({
    fields: new Map([
      ['name', 'name is wrong'],
      ['tags', 'tags.a is wrong'],
    ]),
    rest: undefined,
  })
  expect(sortProblems(names, failure('name', 'names'))).toEqual({
    fields: new Map([['name', 'name is wrong']]),
    rest: 'This cannot be saved',
  })
  expect(sortProblems(names, failure())).toEqual({ fields: new Map(), rest: 'This cannot be saved' })
})
