import { assert, double, property } from 'fast-check'
import { expect, test } from 'vitest'
import { NODE } from './sizes.ts'
import { boundsOf, isSeen, seenPart } from './view.ts'

test('bounds contain the nodes with their sizes', () => {
  expect(boundsOf([])).toBeUndefined()
  expect(
    boundsOf([
      { x: -5, y: 10 },
      { x: 300, y: -20 },
    ]),
  ).toEqual({ left: -5, top: -20, right: 300 + NODE.width, bottom: 10 + NODE.height })
})

test('what is on the screen is in the part that is seen', () => {
  const place = double({ min: -1e5, max: 1e5, noNaN: true })
  assert(
    property(place, place, double({ min: 0.01, max: 1.5, noNaN: true }), (x, y, zoom) => {
      const view = { transform: [x, y, zoom] as const, width: 800, height: 600 }
      const middle = { x: (400 - x) / zoom, y: (300 - y) / zoom }
      expect(isSeen(middle, seenPart(view))).toBe(true)
    }),
  )
})
