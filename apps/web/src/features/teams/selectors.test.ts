import { expect, test } from 'vitest'
import { describeSelector, emptySelector, selectorOf } from './selectors.ts'

test('a selector has the fields that were typed, and types separated by commas', () => {
  expect(selectorOf({ ...emptySelector, types: ' Node, ,Disk ', labelSelector: ' app=shop ' })).toEqual({
    types: ['Node', 'Disk'],
    labelSelector: 'app=shop',
  })
  expect(selectorOf(emptySelector)).toEqual({})
})

test('a stored selector says all of its fields, also those that the form lacks', () => {
  expect(describeSelector({ types: ['Node', 'Disk'], agent: 'all', name: '' })).toEqual([
    { label: 'Types', value: 'Node, Disk' },
    { label: 'agent', value: 'all' },
  ])
})
