import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ComponentNode } from '../component-tree.ts'
import { MOST_FOUND } from './limits.ts'
import { itemOf, openTestEngine, outline } from './testing.ts'

let engine: Awaited<ReturnType<typeof openTestEngine>>
beforeAll(async () => {
  engine = await openTestEngine()
})
afterAll(() => engine.close())

/** A node whose lookup asks a check of this name. */
const lookup = (name: string, more: object = {}) => ({
  lookup: { http: [{ name, url: 'http://x' }] },
  ...more,
})
const all = (nodes: readonly ComponentNode[]): ComponentNode[] =>
  nodes.flatMap((node) => [node, ...all(node.children)])
const find = (nodes: readonly ComponentNode[], name: string) => all(nodes).find((node) => node.name === name)

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
    expect(all(roots)).toHaveLength(100)
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
    expect(find(roots, 'a')?.labels).toEqual({ team: 'own', [flux]: 'x' })
    expect(find(roots, 'pod')?.labels).toEqual({ team: 'top' })
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
    expect(find(roots, 'a')?.labels).toEqual({ team: 'spec', tier: 'own', region: 'eu' })
    expect(find(roots, 'b')?.labels).toEqual({ team: 'spec', tier: 'web', region: 'eu' })
  })
})

describe('a lookup', () => {
  test.each([
    ['a list', [{ name: 'a' }, { name: 'b' }], 'top(a, b)'],
    ['a text of JSON', '[{"name":"a","components":[{"name":"b"}]}]', 'top(a(b))'],
    ['lists in a list', [[{ name: 'a' }], [{ name: 'b' }]], 'top(a, b)'],
    ['one object', { name: 'a' }, 'top(a)'],
    ['an object with components', { components: [{ name: 'a' }] }, 'top(a)'],
    ['nothing', '', 'top'],
  ])('finds %s', async (_, answer, expected) => {
    const { roots, complete, problems } = await engine.run(
      { components: [lookup('q')] },
      { answers: { q: answer } },
    )
    expect(outline(roots)).toBe(expected)
    expect({ complete, problems }).toEqual({ complete: true, problems: [] })
  })

  test.each([
    ['that fails', new Error('did not end within 10s'), 'did not end within 10s'],
    ['that finds a text', 'hello', /^the answer is no JSON/],
    ['that finds too much text', 'x'.repeat(10_000_001), /more than 10000000 characters/],
    [
      'that finds too many',
      Array.from({ length: MOST_FOUND + 1 }, (_, name) => ({ name: String(name) })),
      /^found 20001 components; the most of one lookup is 20000/,
    ],
  ])('%s is told with its place, and the rest of the tree stays', async (_, answer, message) => {
    const { roots, complete, problems } = await engine.run(
      { components: [{ name: 'stays' }, { name: 'inner', components: [lookup('q')] }] },
      { answers: { q: answer } },
    )
    expect(outline(roots)).toBe('top(stays, inner)')
    expect(complete).toBe(false)
    expect(problems).toEqual([
      { path: 'components[1].components[0].lookup.http[0]', message: expect.stringMatching(message) },
    ])
  })

  test('leaves out what is no component and says how many', async () => {
    const { roots, problems } = await engine.run(
      { components: [lookup('q')] },
      { answers: { q: [{ name: 'a' }, 'text', null, { title: 'x' }, 1, 2, 3] } },
    )
    expect(outline(roots)).toBe('top(a)')
    expect(problems.map(({ message }) => message)).toEqual([
      'item 2 is string, expected an object with a name',
      'item 3 is null, expected an object with a name',
      'item 4 has no name',
      'item 5 is number, expected an object with a name',
      'item 6 is number, expected an object with a name',
      'and 1 more',
    ])
  })

  test('fills what its answer does not say from its node', async () => {
    const { roots } = await engine.run(
      {
        components: [
          lookup('q', { icon: 'node', type: 'Node', lifecycle: 'live', labels: { a: '1', b: '1' } }),
        ],
      },
      { answers: { q: [{ name: 'x', icon: 'own', labels: { b: '2' } }] } },
    )
    expect(find(roots, 'x')).toMatchObject({
      icon: 'own',
      type: 'Node',
      lifecycle: 'live',
      labels: { a: '1', b: '2' },
    })
  })

  test('makes components of catalog items, whose health follows the item', async () => {
    const { roots } = await engine.run(
      { components: [{ lookup: { catalog: [{ selector: [{ types: ['Thing'] }] }] } }] },
      {
        items: [
          itemOf('db', { health: 'unhealthy', tags: { region: 'eu' } }),
          itemOf('no', { type: 'Other' }),
        ],
      },
    )
    expect(find(roots, 'db')).toMatchObject({
      externalId: 'db',
      configId: 'db',
      health: 'unhealthy',
      followsItem: true,
      labels: { region: 'eu' },
      configs: [{ id: 'db', agent: 'all' }],
    })
    expect(all(roots)).toHaveLength(2)
  })

  test('is not asked once the run is over', async () => {
    const { complete, problems } = await engine.run(
      { components: [lookup('q')] },
      { signal: AbortSignal.abort(new Error('over')) },
    )
    expect(complete).toBe(false)
    expect(problems[0]?.message).toBe('was not asked, because the run is over')
  })
})

test('scripts of components are not evaluated once the run is over', async () => {
  const { problems } = await engine.run(
    {
      components: [
        { name: 'a', id: { expr: "'x'" } },
        { name: 'b', configs: [{ name: '{{.self.name}}' }] },
      ],
    },
    { signal: AbortSignal.abort(new Error('over')) },
  )
  expect(problems).toMatchObject([
    { path: 'components[0].id', message: 'was not evaluated, because the run is over' },
    { path: 'components[1].configs[0].name', message: expect.stringContaining('because the run is over') },
  ])
})

describe('what each component gets', () => {
  test('is filled with its fields and properties, in both kinds of templates', async () => {
    const { roots, problems } = await engine.run(
      {
        components: [
          lookup('q', {
            forEach: {
              components: [
                { name: '{{.component.name}}-disk', type: 'Disk', labels: { zone: '$(.properties.zone)' } },
              ],
              properties: [{ name: 'where', text: 'in {{.properties.zone}}' }],
              configs: [{ name: '$(.component.name)', type: 'VM' }],
              selectors: [{ labelSelector: 'host={{.component.name}}' }],
              checks: [{ selector: { labelSelector: 'host={{.component.name}}' } }],
            },
          }),
        ],
      },
      {
        answers: {
          q: [
            { name: 'a', properties: [{ name: 'zone', text: 'z1' }] },
            { name: 'b', properties: [{ name: 'zone', text: 'z2' }] },
          ],
        },
      },
    )
    expect(problems).toEqual([])
    expect(outline(roots)).toBe('top(a(a-disk), b(b-disk))')
    expect(find(roots, 'b-disk')?.labels).toEqual({ zone: 'z2' })
    expect(find(roots, 'b')).toMatchObject({
      properties: [{ name: 'zone' }, { name: 'where', text: 'in z2' }],
      configs: [{ name: 'b', types: ['VM'] }],
      selectors: [{ labelSelector: 'host=b' }],
      checks: [{ selector: { labelSelector: 'host=b' } }],
    })
  })

  test('fails for one component with its place, and the others have it', async () => {
    const { roots, complete, problems } = await engine.run(
      {
        components: [
          lookup('q', {
            forEach: {
              components: [{ name: '{{if eq .component.name "bad"}}{{index .properties.list 99}}{{end}}x' }],
            },
          }),
        ],
      },
      { answers: { q: [{ name: 'bad' }, { name: 'good' }] } },
    )
    expect(outline(roots)).toBe('top(bad, good(x))')
    expect(complete).toBe(false)
    expect(problems[0]).toMatchObject({ path: 'components[0].forEach.components[0].name' })
  })
})

describe('properties', () => {
  test('of a lookup are merged by the names of components', async () => {
    const { roots } = await engine.run(
      {
        components: [
          lookup('q', {
            properties: [
              { name: 'plain', text: 'p' },
              { lookup: { http: [{ name: 'more', url: 'http://x' }] } },
            ],
          }),
        ],
      },
      {
        answers: {
          q: [{ name: 'a', properties: [{ name: 'cpu', value: 1, max: 4 }] }, { name: 'b' }],
          more: [{ name: 'a', properties: [{ name: 'cpu', value: '2' }] }],
        },
      },
    )
    expect(find(roots, 'a')?.properties).toEqual([
      { name: 'cpu', value: 2, max: 4 },
      { name: 'plain', text: 'p' },
    ])
    expect(find(roots, 'b')?.properties).toEqual([{ name: 'plain', text: 'p' }])
  })

  test.each([
    ['a list of properties', [{ name: 'x', text: '1' }], [{ name: 'x', text: '1' }]],
    ['a text', 'v1.2.3', [{ name: 'version', text: 'v1.2.3' }]],
    ['a number', 42, [{ name: 'version', value: 42 }]],
  ])('of a lookup that finds %s', async (_, answer, expected) => {
    const { roots } = await engine.run(
      {
        components: [
          {
            name: 'a',
            properties: [{ name: 'version', lookup: { http: [{ name: 'q', url: 'http://x' }] } }],
          },
        ],
      },
      { answers: { q: answer } },
    )
    expect(find(roots, 'a')?.properties).toMatchObject(expected)
  })

  test('are read from the catalog', async () => {
    const { roots } = await engine.run(
      {
        components: [
          {
            name: 'a',
            properties: [
              {
                name: 'size',
                configLookup: { config: { name: 'db' }, display: { expr: 'config.size' } },
                unit: 'bytes',
              },
              // What the item does not say is no property with the text "null".
              { name: 'owner', configLookup: { config: { name: 'db' }, display: { expr: 'config.owner' } } },
              {
                name: 'load',
                configLookup: { config: { name: 'db' }, display: { jsonPath: '$.config.load' } },
              },
              { name: 'sum', summary: { javascript: 'null' } },
            ],
          },
        ],
      },
      { items: [itemOf('db', { config: { size: 1024 } })] },
    )
    expect(find(roots, 'a')?.properties).toEqual([
      { name: 'size', value: 1024, unit: 'bytes' },
      { name: 'sum' },
    ])
  })

  test('summarise those of the components below, the lowest first', async () => {
    const sum = { name: 'cost', summary: { expr: 'math.Add(values)' } }
    const { roots, problems } = await engine.run({
      components: [
        {
          name: 'a',
          properties: [sum],
          components: [
            {
              name: 'b',
              properties: [sum],
              components: [{ name: 'c', properties: [{ name: 'cost', value: 2 }] }],
            },
            { name: 'd', properties: [{ name: 'cost', value: 3 }] },
          ],
        },
      ],
    })
    expect(problems).toEqual([])
    expect(find(roots, 'b')?.properties).toEqual([{ name: 'cost', value: 2 }])
    expect(find(roots, 'a')?.properties).toEqual([{ name: 'cost', value: 5 }])
  })
})

describe('ids', () => {
  test.each([
    ['that the source gives', { name: 'a', externalID: 'x-1' }, 'x-1'],
    ['that a template makes', { name: 'a', type: 'T', id: '{{.self.type}}:{{.self.name}}' }, 'T:a'],
    ['of the place in the tree', { name: 'a', type: 'T', namespace: 'n' }, 'top/T/n/a'],
  ])('%s', async (_, component, expected) => {
    const { roots } = await engine.run({ components: [component] })
    expect(find(roots, 'a')?.externalId).toBe(expected)
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
          return all(roots).map(({ externalId }) => externalId)
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

test('whatever a lookup finds, a run says what is wrong and does not throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.string(), async (found, template) => {
      const spec = {
        components: [
          lookup('q', { properties: [{ name: 'p', lookup: { http: [{ name: 'q', url: 'http://x' }] } }] }),
          { name: 'n' },
        ],
      }
      const { roots } = await engine.run(spec, { answers: { q: found } })
      expect(find(roots, 'n')).toBeDefined()
      const nasty = {
        components: [lookup('q', { forEach: { properties: [{ name: 'p', text: template }] } })],
      }
      const parsed = await engine.parser.parse(nasty)
      if (parsed.ok) await engine.run(nasty, { answers: { q: [{ name: 'a' }] } })
    }),
    { numRuns: 60 },
  )
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
    expect(find(roots, 'pod')).toMatchObject({ health: 'unhealthy', configId: 'pod' })
    expect(find(roots, 'shop')).toMatchObject({ type: 'namespace', externalId: 'group:namespace=shop' })
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
