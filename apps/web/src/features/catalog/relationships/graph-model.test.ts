import { array, assert, constantFrom, property, set as uniqueSet } from 'fast-check'
import { expect, test } from 'vitest'
import { buildGraph, groupId } from './graph-model.ts'

const pods = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `pod-${index}`,
    name: `pod ${index}`,
    type: 'Pod',
    related_ids: [],
    health: index === 1 ? 'unhealthy' : 'healthy',
  }))
const above = (count: number, more: readonly string[] = []) => ({
  id: 'set',
  name: 'set',
  type: 'ReplicaSet',
  related_ids: [...pods(count).map(({ id }) => id), ...more],
  health: 'healthy',
})
const shape = (items: Parameters<typeof buildGraph>[0], toggled: readonly string[] = []) => {
  const { nodes, edges } = buildGraph(items, 'set', new Set(toggled))
  return {
    nodes: nodes.map((node) => (node.kind === 'group' ? `${node.type} ${node.count} ${node.open}` : node.id)),
    edges: edges.map(({ id }) => id),
  }
}

test('two of one type are not grouped [REL-008]', () => {
  expect(shape([above(2), ...pods(2)])).toEqual({
    nodes: ['set', 'pod-0', 'pod-1'],
    edges: ['set>pod-0', 'set>pod-1'],
  })
})

test('three of one type are a group that is open, four one that is closed [REL-008][REL-009][REL-010]', () => {
  expect(shape([above(3), ...pods(3)]).nodes).toEqual(['set', 'Pod 3 true', 'pod-0', 'pod-1', 'pod-2'])
  expect(shape([above(4), ...pods(4)])).toEqual({ nodes: ['set', 'Pod 4 false'], edges: ['set>set/Pod'] })
})

test('a press opens a closed group and closes an open one [REL-009]', () => {
  const id = groupId('set', 'Pod')
  expect(shape([above(4), ...pods(4)], [id]).edges).toContain('set/Pod>pod-3')
  expect(shape([above(3), ...pods(3)], [id]).nodes).toEqual(['set', 'Pod 3 false'])
})

test('a group says the worst health in it', () => {
  const { nodes } = buildGraph([above(4), ...pods(4)], 'set', new Set())
  expect(nodes.find(({ kind }) => kind === 'group')).toMatchObject({ worst: 'unhealthy' })
})

test('the root is seen even below something with many of its type', () => {
  const { nodes } = buildGraph([above(6), ...pods(6)], 'pod-2', new Set())
  expect(nodes.map(({ id }) => id)).toEqual(['pod-2', 'set', 'set/Pod'])
})

test('cycles and links to what is not there end', () => {
  const ids = ['set', 'a', 'b', 'c', 'd', 'e']
  const item = (id: string, related: Iterable<string>) => ({
    id,
    name: id,
    type: id < 'c' ? 'X' : 'Y',
    related_ids: [...related],
    health: null,
  })
  assert(
    property(
      array(uniqueSet(constantFrom(...ids, 'missing')), { minLength: ids.length, maxLength: ids.length }),
      (related) => {
        const { nodes, edges } = buildGraph(
          ids.map((id, index) => item(id, related[index] ?? [])),
          'set',
          new Set(),
        )
        const shown = new Set(nodes.map(({ id }) => id))
        expect(shown.size).toBe(nodes.length)
        expect(shown.has('set')).toBe(true)
        expect(edges.every(({ source, target }) => shown.has(source) && shown.has(target))).toBe(true)
      },
    ),
  )
})
