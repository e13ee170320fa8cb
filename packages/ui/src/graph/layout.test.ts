import { array, assert, constantFrom, integer, nat, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { layered } from './layered.ts'
import { layoutOf } from './layout.ts'
import { type Direction, NODE } from './sizes.ts'

const request = {
  number: 1,
  nodes: ['a', 'b', 'c'],
  edges: [
    ['a', 'b'],
    ['a', 'c'],
  ],
} as const

/** Arranges three nodes, whichever way is used for so few of them. */
const at = (direction: Direction, arrange: 'dagre' | 'layered') => {
  const positions =
    arrange === 'dagre' ? layoutOf({ ...request, direction }).positions : layered({ ...request, direction })
  const place = (id: string) => positions.get(id) ?? { x: Number.NaN, y: Number.NaN }
  return { a: place('a'), b: place('b'), c: place('c') }
}

for (const arrange of ['dagre', 'layered'] as const) {
  test(`levels are 120 apart and nodes 100, by ${arrange} [REL-011]`, () => {
    const { a, b, c } = at('LR', arrange)
    expect(b.x - a.x).toBe(NODE.width + 120)
    expect(Math.abs(b.y - c.y)).toBe(NODE.height + 100)
  })

  test(`the levels go to the right or down, by ${arrange} [REL-013]`, () => {
    const { a, b, c } = at('TB', arrange)
    expect(b.y - a.y).toBe(NODE.height + 120)
    expect(b.y).toBe(c.y)
  })
}

test('nodes of a large graph never overlap, and lines without a cycle lead to a later level', () => {
  assert(
    property(
      integer({ min: 1, max: 400 }),
      array(tuple(nat(399), nat(399)), { maxLength: 600 }),
      constantFrom<Direction>('LR', 'TB'),
      (count, pairs, direction) => {
        const nodes = Array.from({ length: count }, (_, index) => `n${index}`)
        // Without the sign of the difference, there would be cycles.
        const edges = pairs
          .filter(([from, to]) => from < to && to < count)
          .map(([from, to]) => [`n${from}`, `n${to}`] as const)
        const positions = layered({ direction, nodes, edges })
        expect(positions.size).toBe(count)
        expect(new Set([...positions.values()].map(({ x, y }) => `${x}:${y}`)).size).toBe(count)
        const along = (id: string) => positions.get(id)?.[direction === 'LR' ? 'x' : 'y'] ?? Number.NaN
        for (const [from, to] of edges) expect(along(to)).toBeGreaterThan(along(from))
      },
    ),
    { numRuns: 30 },
  )
})

test('a large graph with cycles is arranged', () => {
  const nodes = Array.from({ length: 600 }, (_, index) => `n${index}`)
  const edges = nodes.map((id, index) => [id, nodes[(index + 1) % nodes.length] ?? ''] as const)
  expect(layoutOf({ number: 3, direction: 'LR', nodes, edges }).positions.size).toBe(nodes.length)
})
