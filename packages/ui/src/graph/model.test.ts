import { array, assert, constantFrom, property, set as uniqueSet } from 'fast-check'
import { expect, test } from 'vitest'
import { buildPicture, type GraphThing, groupId } from './model.ts'

const pods = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `pod-${index}`,
    name: `pod ${index}`,
    kind: 'Pod',
    leadsTo: [],
    health: index === 1 ? 'unhealthy' : 'healthy',
  }))
const above = (count: number, more: readonly string[] = []) => ({
  id: 'set',
  name: 'set',
  kind: 'ReplicaSet',
  leadsTo: [...pods(count).map(({ id }) => id), ...more],
  health: 'healthy',
})
const shape = (
  things: readonly GraphThing[],
  toggled: readonly string[] = [],
  root: string | undefined = 'set',
) => {
  const { nodes, edges } = buildPicture(things, root, new Set(toggled))
  return {
    nodes: nodes.map((node) =>
      node.is === 'group' ? `${node.kind} ${node.things.length} ${node.open}` : node.id,
    ),
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
  const { nodes } = buildPicture([above(4), ...pods(4)], 'set', new Set())
  expect(nodes.find((node) => node.is === 'group')).toMatchObject({ worst: 'unhealthy' })
})

test('the root is seen even below something with many of its type', () => {
  const { nodes } = buildPicture([above(6), ...pods(6)], 'pod-2', new Set())
  expect(nodes.map(({ id }) => id)).toEqual(['pod-2', 'set', 'set/Pod'])
})

test('things that nothing leads to are grouped too, and their group leads to the root', () => {
  const thing = (id: string, kind: string, ...leadsTo: string[]) => ({ id, name: id, kind, leadsTo })
  const chain = [
    thing('set', 'ReplicaSet'),
    ...['a', 'b', 'c', 'd'].flatMap((name) => [
      thing(`job-${name}`, 'Job', 'set', `volume-${name}`),
      thing(`pod-${name}`, 'Pod', `job-${name}`),
      thing(`volume-${name}`, 'Volume'),
    ]),
  ]
  expect(shape(chain)).toEqual({
    nodes: ['set', 'Pod 4 false', 'Job 4 false'],
    edges: ['/Pod>/Pod/Job', '/Pod/Job>set'],
  })
})

test('cycles that nothing leads to are shown, with a root and without one', () => {
  const ring = ['a', 'b', 'c'].map((id, index, all) => ({
    id,
    name: id,
    kind: id,
    leadsTo: [all[(index + 1) % all.length] ?? ''],
  }))
  for (const root of ['set', undefined])
    expect(shape([above(0), ...ring], [], root).nodes.toSorted()).toEqual(['a', 'b', 'c', 'set'])
})

test('everything is in the picture, in a group, or below a closed group; no line ends nowhere', () => {
  const ids = ['set', 'a', 'b', 'c', 'd', 'e', 'f', 'g']
  assert(
    property(
      array(uniqueSet(constantFrom(...ids, 'missing')), { minLength: ids.length, maxLength: ids.length }),
      constantFrom('set', undefined),
      (leads, root) => {
        const things = ids.map((id, index) => ({
          id,
          name: id,
          kind: id < 'c' ? 'X' : 'Y',
          leadsTo: [...(leads[index] ?? [])],
        }))
        const { nodes, edges } = buildPicture(things, root, new Set())
        const shown = new Set(nodes.map(({ id }) => id))
        expect(shown.size).toBe(nodes.length)
        expect(root === undefined || shown.has(root)).toBe(true)
        expect(edges.every(({ source, target }) => shown.has(source) && shown.has(target))).toBe(true)

        const placed = new Set(
          nodes.flatMap((node) => (node.is === 'thing' ? [node.id] : node.things.map(({ id }) => id))),
        )
        for (const id of placed)
          for (const below of things.find((thing) => thing.id === id)?.leadsTo ?? []) placed.add(below)
        for (const id of ids) expect(placed).toContain(id)
      },
    ),
  )
})
