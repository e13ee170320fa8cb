import { expect, test } from 'vitest'
import { testComponent } from './testing.ts'
import { MULTIPLE, pickCards } from './use-tree.ts'

const child = testComponent('child')
const parent = testComponent('parent', { components: [child] })

test('several components for an id are a fault of the answer [TOP-012]', () => {
  expect(pickCards(parent.id, [parent, child])).toMatchObject({ root: undefined, cards: [], fault: MULTIPLE })
  expect(MULTIPLE).toBe('Response has multiple components for the id.')
})

test('a component shows those below it, or itself if there are none', () => {
  expect(pickCards(parent.id, [parent])).toEqual({ root: parent, cards: [child], fault: undefined })
  expect(pickCards(child.id, [child])).toEqual({ root: child, cards: [child], fault: undefined })
  expect(pickCards(child.id, [])).toEqual({ root: undefined, cards: [], fault: undefined })
  expect(pickCards(undefined, [parent, child])).toEqual({
    root: undefined,
    cards: [parent, child],
    fault: undefined,
  })
})
