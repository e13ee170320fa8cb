import { expect, test } from 'vitest'
import { testComponent } from './testing.ts'
import { joinPages, MULTIPLE, pickCards } from './use-tree.ts'

const child = testComponent('child')
const parent = testComponent('parent', { components: [child] })

test('several components for an id are a fault of the answer [TOP-012]', () => {
  expect(pickCards(parent.id, [parent, child])).toMatchObject({ root: undefined, cards: [], fault: MULTIPLE })
  expect(MULTIPLE).toBe('Response has multiple components for the id.')
})

test('a component shows those below it, or itself if nothing is below it', () => {
  expect(pickCards(parent.id, [parent])).toEqual({ root: parent, cards: [child], fault: undefined })
  expect(pickCards(child.id, [child])).toEqual({ root: child, cards: [child], fault: undefined })
  expect(pickCards(child.id, [])).toEqual({ root: undefined, cards: [], fault: undefined })
  expect(pickCards(undefined, [parent, child])).toEqual({
    root: undefined,
    cards: [parent, child],
    fault: undefined,
  })
})

test('parts of a list are at their places, what is not loaded is left open, and no part is there twice', () => {
  const all = Array.from({ length: 250 }, (_, place) =>
    testComponent(`c${place}`, { id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}` }),
  )
  const first = all.slice(0, 100)
  expect(joinPages(first, 100, [])).toBe(first)
  const moved = all.slice(199)
  const cards = joinPages(first, 250, [{ page: 2, list: [...all.slice(5, 6), ...moved.slice(2)] }])
  expect(cards).toHaveLength(250)
  expect(cards.slice(0, 100)).toEqual(first)
  expect(cards[150]).toBeUndefined()
  expect(cards[200]).toBeUndefined()
  expect(cards[201]).toBe(all[201])
  expect(cards.at(-1)).toBe(all.at(-1))
})
