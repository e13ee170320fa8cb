import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findNode, itemOf, lookup, openTestEngine } from './testing.ts'

let engine: Awaited<ReturnType<typeof openTestEngine>>
beforeAll(async () => {
  engine = await openTestEngine()
})
afterAll(() => engine.close())

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
    expect(findNode(roots, 'a')?.properties).toEqual([
      { name: 'cpu', value: 2, max: 4 },
      { name: 'plain', text: 'p' },
    ])
    expect(findNode(roots, 'b')?.properties).toEqual([{ name: 'plain', text: 'p' }])
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
    expect(findNode(roots, 'a')?.properties).toMatchObject(expected)
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
    expect(findNode(roots, 'a')?.properties).toEqual([
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
    expect(findNode(roots, 'b')?.properties).toEqual([{ name: 'cost', value: 2 }])
    expect(findNode(roots, 'a')?.properties).toEqual([{ name: 'cost', value: 5 }])
  })
})
