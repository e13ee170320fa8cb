import { expect, test } from 'vitest'
import { actionLabel, changesOf, resourceLabel, valueText } from './words.ts'

test('actions and resources are written as people read them', () => {
  expect(actionLabel('sign in')).toBe('Sign in')
  expect(resourceLabel('access_tokens')).toBe('Access tokens')
  expect(resourceLabel('/people/update')).toBe('/people/update')
})

test('changes list every field once, with what it was and is', () => {
  expect(changesOf({ before: { name: 'a', role: 'viewer' }, after: { name: 'b' } })).toEqual([
    { field: 'name', before: 'a', after: 'b' },
    { field: 'role', before: 'viewer', after: undefined },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
  expect(valueText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}')
})
