import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allNodes, findNode, itemOf, lookup, openTestEngine, outline } from './testing.ts'

let engine: Awaited<ReturnType<typeof openTestEngine>>
beforeAll(async () => {
  engine = await openTestEngine()
})
afterAll(() => engine.close())

describe('the tree', () => {
  test.each([
    ['of literal components', { components: [{ name: 'a', components: [{ name: 'b' }] }] }, 'top(a(b))'],
    ['under the text of the spec', { text: 'Shop', components: [{ name: 'a' }] }, 'Shop(a)'],
    [
      'of a virtual root is what is below it',
      { type: 'virtual', components: [{ name: 'a' }, { name: 'b' }] },
      'a, b',
    ],
    [
      'of one virtual component has what is below that',
      { components: [{ name: 'v', type: 'virtual', components: [{ name: 'a' }, { name: 'b' }] }] },
      'top(a, b)',
    ],
    [
      'with a component moved to its parent',
      {
        components: [
          { name: 'a', parentLookup: { name: 'b' } },
          { name: 'b', components: [{ name: 'c' }] },
        ],
      },
      'top(b(c, a))',
    ],
    [
      'with a component moved by the id of its parent',
      {
        components: [
          { name: 'a', parentLookup: { externalID: 'ext' } },
          { name: 'b', externalID: 'ext' },
        ],
      },
      'top(b(a))',
    ],
    [
      'with a component without its parent',
      { components: [{ name: 'a', parentLookup: { name: 'gone' } }] },
      'top(a)',
    ],
  ])('%s', async (_, spec, expected) => {
    const { roots, problems } = await engine.run(spec)
    expect(outline(roots)).toBe(expected)
    expect(problems).toEqual([])
  })

  test('refuses a component below itself and says where', async () => {
    const { roots, problems } = await engine.run({
      components: [{ name: 'a', parentLookup: { name: 'b' }, components: [{ name: 'b' }] }],
    })
    expect(outline(roots)).toBe('top(a(b))')
    expect(problems).toEqual([{ path: 'components[0].parentLookup', message: 'a would be below itself' }])
  })

  test('is cut where components that name their parents make it too deep', async () => {
    const chain = Array.from({ length: 12_000 }, (_, index) => ({
      name: `c${index}`,
      ...(index === 0 ? {} : { parentLookup: { name: `c${index - 1}` } }),
    }))
    const { roots, complete, problems } = await engine.run(
      { components: [lookup('q')] },
      { answers: { q: chain.toReversed() } },
    )
    expect(allNodes(roots)).toHaveLength(100)
    expect(complete).toBe(false)
    expect(problems.at(-1)?.message).toBe('components are nested too deeply; the most is 100 levels')
  })

  test('has the labels of the topology, but no labels of controllers on what a cluster runs', async () => {
    const flux = 'kustomize.toolkit.fluxcd.io/name'
    const { roots } = await engine.run(
      {
        components: [
          { name: 'a', labels: { team: 'own' } },
          { name: 'pod', type: 'KubernetesPod' },
        ],
      },
      { subject: { labels: { team: 'top', [flux]: 'x' } } },
    )
    expect(findNode(roots, 'a')?.labels).toEqual({ team: 'own', [flux]: 'x' })
    expect(findNode(roots, 'pod')?.labels).toEqual({ team: 'top' })
  })

  test('has the labels of its spec too, which win over those beside it', async () => {
    const { roots } = await engine.run(
      {
        labels: { team: 'spec', tier: 'web' },
        components: [{ name: 'a', labels: { tier: 'own' }, components: [{ name: 'b' }] }],
      },
      { subject: { labels: { team: 'top', region: 'eu' } } },
    )
    expect(roots[0]?.labels).toEqual({ team: 'spec', tier: 'web', region: 'eu' })
    expect(findNode(roots, 'a')?.labels).toEqual({ team: 'spec', tier: 'own', region: 'eu' })
    expect(findNode(roots, 'b')?.labels).toEqual({ team: 'spec', tier: 'web', region: 'eu' })
  })
})

describe('ids', () => {
  test.each([
    ['that the source gives', { name: 'a', externalID: 'x-1' }, 'x-1'],
    ['that a template makes', { name: 'a', type: 'T', id: '{{.self.type}}:{{.self.name}}' }, 'T:a'],
    ['of the place in the tree', { name: 'a', type: 'T', namespace: 'n' }, 'top/T/n/a'],
  ])('%s', async (_, component, expected) => {
    const { roots } = await engine.run({ components: [component] })
    expect(findNode(roots, 'a')?.externalId).toBe(expected)
  })

  test('of two components at one place are told', async () => {
    const { roots, problems } = await engine.run({ components: [{ name: 'a' }, { name: 'a' }] })
    expect(outline(roots)).toBe('top(a)')
    expect(problems).toEqual([
      { path: 'components[1]', message: 'two components have the id top/a; the second, a, is left out' },
    ])
  })

  test('do not depend on the order of components', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const leaf = fc.record({ name, type: fc.constantFrom('S', 'T') })
    const tree = fc.uniqueArray(
      fc.record({ name, components: fc.uniqueArray(leaf, { selector: (one) => `${one.type}${one.name}` }) }),
      { selector: (one) => one.name },
    )
    await fc.assert(
      fc.asyncProperty(tree, async (items) => {
        const ids = async (list: readonly object[]) => {
          const { roots } = await engine.run({ components: [lookup('q')] }, { answers: { q: list } })
          return allNodes(roots).map(({ externalId }) => externalId)
        }
        const turned = items
          .map((item) => ({ ...item, components: item.components.toReversed() }))
          .toReversed()
        expect((await ids(items)).toSorted()).toEqual((await ids(turned)).toSorted())
      }),
      { numRuns: 40 },
    )
  })
})

describe('a topology that is grouped by a tag', () => {
  test('has one tree for each value, with the items of that value', async () => {
    const { roots } = await engine.run(
      {
        groupBy: { tag: 'cluster' },
        components: [{ lookup: { catalog: [{ selector: [{ types: ['Thing'] }] }] } }],
      },
      { items: [itemOf('x', { tags: { cluster: 'one' } }), itemOf('y', { tags: { cluster: 'two' } })] },
    )
    expect(outline(roots)).toBe('top (one)(x), top (two)(y)')
    expect(roots.map(({ externalId }) => externalId)).toEqual(['top (one)', 'top (two)'])
  })
})

describe('a tree from the catalog', () => {
  const items = [
    itemOf('deploy', { type: 'Deployment', namespace: 'shop' }),
    itemOf('set', { type: 'ReplicaSet', parent_id: 'deploy', path: 'deploy', namespace: 'shop' }),
    itemOf('pod', {
      type: 'Pod',
      parent_id: 'set',
      path: 'deploy.set',
      namespace: 'shop',
      health: 'unhealthy',
    }),
    itemOf('lone', { type: 'Pod' }),
  ]
  const rule = (more: object = {}) => ({
    type: 'virtual',
    catalog: { items: [{ types: ['Deployment', 'Pod'] }], by: ['namespace'], ...more },
  })

  test('has items in their groups, below the nearest parent that is chosen too', async () => {
    const { roots } = await engine.run(rule(), { items })
    expect(outline(roots)).toBe('shop(deploy(pod)), lone')
    expect(findNode(roots, 'pod')).toMatchObject({ health: 'unhealthy', configId: 'pod' })
    expect(findNode(roots, 'shop')).toMatchObject({ type: 'namespace', externalId: 'group:namespace=shop' })
  })

  test('without parents has only groups', async () => {
    const { roots } = await engine.run(rule({ parents: false }), { items })
    expect(outline(roots)).toBe('shop(deploy, pod), lone')
  })

  test('cuts a circle of parents', async () => {
    const circle = [itemOf('a', { parent_id: 'b', path: 'b' }), itemOf('b', { parent_id: 'a', path: 'a' })]
    const { roots } = await engine.run(
      { type: 'virtual', catalog: { items: [{ types: ['Thing'] }] } },
      { items: circle },
    )
    expect(outline(roots)).toBe('b(a)')
  })
})
