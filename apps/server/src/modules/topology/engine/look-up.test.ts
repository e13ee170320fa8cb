import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_FOUND } from './limits.ts'
import { allNodes, findNode, itemOf, lookup, openTestEngine, outline } from './testing.ts'

let engine: Awaited<ReturnType<typeof openTestEngine>>
beforeAll(async () => {
  engine = await openTestEngine()
})
afterAll(() => engine.close())

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
    ['that finds a text', 'hello', /^the answer is not JSON/],
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
    expect(findNode(roots, 'x')).toMatchObject({
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
    expect(findNode(roots, 'db')).toMatchObject({
      externalId: 'db',
      configId: 'db',
      health: 'unhealthy',
      followsItem: true,
      labels: { region: 'eu' },
      configs: [{ id: 'db', agent: 'all' }],
    })
    expect(allNodes(roots)).toHaveLength(2)
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
    expect(findNode(roots, 'b-disk')?.labels).toEqual({ zone: 'z2' })
    expect(findNode(roots, 'b')).toMatchObject({
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
      expect(findNode(roots, 'n')).toBeDefined()
      const nasty = {
        components: [lookup('q', { forEach: { properties: [{ name: 'p', text: template }] } })],
      }
      const parsed = await engine.parser.parse(nasty)
      if (parsed.ok) await engine.run(nasty, { answers: { q: [{ name: 'a' }] } })
    }),
    { numRuns: 60 },
  )
})
