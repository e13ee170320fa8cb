import { expect, test } from 'vitest'
import { feedForm, typedOf } from './feed-form.ts'

const id = '01990000-0000-7000-8000-000000000001'

test('a typed feed becomes a feed, lists from lines', () => {
  const typed = {
    name: ' to CI ',
    connection_id: id,
    config_types: 'AWS::*\n\n !AWS::EC2::Instance ',
    change_types: '',
    start: 'oldest',
    enabled: false,
  }
  const read = feedForm.parse(typed)
  expect(read).toEqual({
    name: 'to CI',
    connection_id: id,
    config_types: ['AWS::*', '!AWS::EC2::Instance'],
    change_types: [],
    start: 'oldest',
    enabled: false,
  })
  expect(typedOf(read)).toEqual({
    ...typed,
    name: 'to CI',
    config_types: 'AWS::*\n!AWS::EC2::Instance',
    start: 'next',
  })
})

test('problems are shown at their fields', () => {
  const problems = (changes: object) =>
    feedForm
      .safeParse({ ...typedOf(undefined), name: 'CI', connection_id: id, ...changes })
      .error?.issues.map(({ path, message }) => [path, message])
  expect(problems({})).toBeUndefined()
  expect(problems({ name: ' ' })).toEqual([[['name'], 'This field is required']])
  expect(problems({ connection_id: '' })).toEqual([[['connection_id'], 'Choose a connection']])
  expect(problems({ change_types: `a\n${'x'.repeat(201)}` })).toEqual([
    [['change_types'], 'has more than 200 characters'],
  ])
})
