import { expect, test } from 'vitest'
import { draftOf, readItem } from './item-form.ts'

test('a typed item is read, and problems are shown at their fields', () => {
  const typed = {
    ...draftOf(undefined),
    type: 'Office::Printer',
    name: 'lobby',
    labels: 'floor=1',
    document: 'toner: 80',
  }
  expect(readItem(typed)).toEqual({
    ok: true,
    value: {
      type: 'Office::Printer',
      name: 'lobby',
      description: '',
      labels: { floor: '1' },
      tags: {},
      document: { toner: 80 },
      parent: null,
    },
  })
  const wrong = readItem({ ...typed, type: 'a b', name: '', tags: 'x', document: 'a: [' })
  expect(wrong.ok ? [] : wrong.failure.map(({ path }) => path).toSorted()).toEqual([
    'document',
    'name',
    'tags',
    'type',
  ])
})
