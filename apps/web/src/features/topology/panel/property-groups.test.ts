import { expect, test } from 'vitest'
import { propertyGroups } from './property-groups.ts'

test('properties are grouped by what their names begin with', () => {
  const properties = ['disk:size', 'image', 'disk/used', 'node'].map((name) => ({ name, text: name }))
  const groups = propertyGroups(properties).map(({ title, properties: own }) => [
    title,
    own.map(({ name }) => name),
  ])
  expect(groups).toEqual([
    ['', ['image', 'node']],
    ['disk', ['size', 'used']],
  ])
})
