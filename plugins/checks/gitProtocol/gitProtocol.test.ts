import { problemsForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { check } from './spec.ts'

test('a repository is required; the file is a plain name', () => {
  expect(problemsForTest(check, {})).toEqual(['url: This field is required'])
  const url = 'https://git.example/a'
  for (const filename of ['../x', '.git', '.gitmodules', '-x', 'a/b', '.gitattributes'])
    expect(problemsForTest(check, { url, filename })).toEqual(['filename: is not a file name'])
  expect(problemsForTest(check, { url, filename: 'probe_1.txt' })).toEqual([])
})

test('is shown without its account', () => {
  const spec = check.schema.parse({ name: 'a', url: 'git@git.example:a/b.git' })
  expect([check.endpoint?.(spec), check.target?.(spec)]).toEqual([
    'ssh://git.example:22/a/b.git',
    'git.example:22',
  ])
})
