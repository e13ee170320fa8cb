import { succeed } from '@binnacle/contract/core'
import { expect, test } from 'vitest'
import { fillQuery, templatesAt } from './query-template.ts'

test('a query is filled where it has an action, without variables', async () => {
  const seen: unknown[] = []
  const template = async (source: string, variables: unknown) => {
    seen.push(source, variables)
    return succeed(' SELECT 2 ')
  }
  expect(await fillQuery('SELECT 1', { template })).toEqual(succeed('SELECT 1'))
  expect(seen).toEqual([])
  expect(await fillQuery('SELECT {{ 2 }}', { template })).toEqual(succeed('SELECT 2'))
  expect(seen).toEqual(['SELECT {{ 2 }}', {}])
  expect(
    templatesAt([
      [['a'], 'x'],
      [['b'], undefined],
      [['c'], '{{ y }}'],
    ]),
  ).toEqual([{ path: ['c'], language: 'template', source: '{{ y }}' }])
})
