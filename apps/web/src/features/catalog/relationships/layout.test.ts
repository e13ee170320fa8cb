import { expect, test } from 'vitest'
import { layoutOf, NODE } from './layout.ts'

const request = {
  number: 1,
  nodes: ['a', 'b', 'c'],
  edges: [
    ['a', 'b'],
    ['a', 'c'],
  ],
} as const

const at = (direction: 'LR' | 'TB') => {
  const { positions } = layoutOf({ ...request, direction })
  const place = (id: string) => positions.get(id) ?? { x: Number.NaN, y: Number.NaN }
  return { a: place('a'), b: place('b'), c: place('c') }
}

test('levels are 120 apart and nodes 100 [REL-011]', () => {
  const { a, b, c } = at('LR')
  expect(b.x - a.x).toBe(NODE.width + 120)
  expect(Math.abs(b.y - c.y)).toBe(NODE.height + 100)
})

test('the levels go to the right or down [REL-013]', () => {
  const { a, b, c } = at('TB')
  expect(b.y - a.y).toBe(NODE.height + 120)
  expect(b.y).toBe(c.y)
})
