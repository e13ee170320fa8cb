import type { TopologyGraph } from '@binnacle/contract/topology'
import { expect, test } from 'vitest'
import { levelsOf, thingsOf } from './things.ts'

const node = (id: string, more: Partial<TopologyGraph['nodes'][number]> = {}) => ({
  id,
  name: id,
  type: 'Service',
  icon: null,
  namespace: 'shop',
  health: 'healthy' as const,
  at_risk: false,
  parent_id: null,
  ...more,
})
const edge = (from: string, to: string) => ({ from, to, kind: 'relationship' as const })
const graph: TopologyGraph = {
  nodes: [
    node('web', { health: 'unhealthy' }),
    node('queue', { type: 'Queue' }),
    node('database', { health: 'unhealthy', namespace: 'data' }),
    node('mail', { namespace: 'data' }),
  ],
  edges: [edge('web', 'queue'), edge('queue', 'database'), edge('web', 'mail'), edge('database', 'web')],
  truncated: false,
  total: 4,
}
const everything = {
  level: 'component',
  status: 'all',
  broken: false,
  hidden: new Set<string>(),
  pinned: new Set<string>(),
}
const drawn = (choice: Partial<typeof everything>) =>
  thingsOf(graph, { ...everything, ...choice }).map(({ name, leadsTo }) => [name, leadsTo.toSorted()])

test('all components lead to what they depend on', () => {
  expect(drawn({})).toEqual([
    ['web', ['mail', 'queue']],
    ['queue', ['database']],
    ['database', ['web']],
    ['mail', []],
  ])
})

test('what is left out is passed through: broken ones, one type, hidden ones', () => {
  expect(drawn({ broken: true })).toEqual([
    ['web', ['database']],
    ['database', ['web']],
  ])
  expect(drawn({ broken: true, pinned: new Set(['mail']) })).toEqual([
    ['web', ['database', 'mail']],
    ['database', ['web']],
    ['mail', []],
  ])
  expect(drawn({ status: 'unhealthy' })).toEqual(drawn({ broken: true }))
  expect(drawn({ level: 'type:Queue' })).toEqual([['queue', []]])
  expect(drawn({ hidden: new Set(['queue']) })).toEqual([
    ['web', ['database', 'mail']],
    ['database', ['web']],
    ['mail', []],
  ])
})

test('a namespace stands for its components, with their worst health', () => {
  const namespaces = thingsOf(graph, { ...everything, level: 'namespace' })
  expect(namespaces.map(({ name, health, count, leadsTo }) => [name, health, count, leadsTo])).toEqual([
    ['shop', 'unhealthy', 2, ['namespace:data']],
    ['data', 'unhealthy', 2, ['namespace:shop']],
  ])
  expect(levelsOf(graph.nodes).map(({ label }) => label)).toEqual([
    'All components',
    'Namespaces',
    'Queue',
    'Service',
  ])
})
