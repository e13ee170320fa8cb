import type { Json } from '@binnacle/plugin-kit/core'
import { describe, expect, test } from 'vitest'
import { document, type ExtractOptions, mask, useExtraction } from './testing.ts'

const extraction = useExtraction()
const { extract } = extraction

test('the page of an item at its source is a property of it', async () => {
  const link = 'https://console.example/item/1'
  const { items } = await extract({}, {}, { scraped: { link } })
  expect(items).toMatchObject([{ properties: [{ name: 'url', links: [{ label: 'Open', url: link }] }] }])
})

describe('the common block', () => {
  const cases: [name: string, common: object, config: Json, expected: object, options?: ExtractOptions][] = [
    [
      'paths and texts',
      { id: '$.meta.id', name: '@.meta.name', class: 'Order', description: 'an order' },
      document,
      {
        externalIds: ['o-1', 'x'],
        name: 'first',
        class: 'Order',
        description: 'an order',
        type: 'Shop::Order',
      },
    ],
    [
      'a path that finds nothing says nothing',
      { name: '$.none', status: '$.none' },
      document,
      { name: 'x', status: 'Active' },
    ],
    ['health of the spec', { health: 'warn' }, document, { health: 'warning' }],
    ['health by words of states', {}, document, { health: 'healthy', status: 'Active' }],
    [
      'times',
      { createFields: ['$.none', '$.meta.made'], deleteFields: ['$.meta.gone'] },
      document,
      { createdAt: new Date('2024-05-01T10:00:00Z'), deletedAt: undefined, deleteReason: undefined },
    ],
    [
      'a time of deletion in another layout',
      { deleteFields: ['$.at'], timestampFormat: '02.01.2006' },
      { at: '03.02.2024' },
      { deletedAt: new Date('2024-02-03T00:00:00Z'), deleteReason: 'FROM_DELETE_FIELD' },
    ],
    [
      'tags, which are labels too',
      {
        tags: [
          { name: 'env', value: 'prod' },
          { name: 'id', jsonpath: '$.meta.id' },
          { name: 'team', label: 'owner' },
          { name: 'none', label: 'none' },
        ],
        labels: { kept: 'no', fresh: 'yes' },
      },
      document,
      {
        tags: { env: 'prod', id: 'o-1', team: 'web' },
        labels: { env: 'prod', id: 'o-1', team: 'web', owner: 'web', kept: 'here', fresh: 'yes' },
      },
      { scraped: { labels: { owner: 'web', kept: 'here' } } },
    ],
    [
      'properties in both spellings of templates',
      {
        properties: [
          { name: 'State', text: '{{.config.state}}' },
          { name: 'Name', text: '$(.config.meta.name)!' },
          { name: 'Lines', value: '{{ len .config.lines }}', unit: 'lines' },
          { name: 'no', filter: 'config.state == "none"', text: 'x' },
          { name: 'Link', links: [{ label: 'open', url: 'https://shop.example/{{.config.meta.id}}' }] },
        ],
      },
      document,
      {
        properties: [
          { name: 'State', text: 'active' },
          { name: 'Name', text: 'first!' },
          { name: 'Lines', value: 2, unit: 'lines' },
          { name: 'Link', links: [{ label: 'open', url: 'https://shop.example/o-1' }] },
        ],
      },
    ],
    [
      'exclusions by type',
      {
        transform: {
          exclude: [
            { jsonpath: '$.lines[0]' },
            { types: ['!Shop::*'], jsonpath: '$.state' },
            { types: ['Shop::*'], jsonpath: '$.meta' },
          ],
        },
      },
      document,
      { config: { state: 'active', lines: [{ sku: 'b' }], password: expect.stringMatching(/^masked:/) } },
    ],
    [
      'masks',
      {
        transform: {
          mask: [
            { selector: 'config_type == "Shop::Order"', jsonpath: '$.meta.id', value: 'md5sum' },
            { selector: 'true', jsonpath: '$.lines[*].sku', value: '***' },
          ],
        },
      },
      document,
      {
        config: {
          ...document,
          meta: { ...document.meta, id: mask('o-1') },
          lines: [{ sku: '***' }, { sku: '***' }],
          password: mask(document.password),
        },
      },
    ],
    [
      'aliases',
      { transform: { aliases: [{ type: 'Shop::*', values: ['order/{{.config.meta.id}}'] }] } },
      document,
      { externalIds: ['x', 'order/o-1'] },
    ],
    [
      'relationships',
      {
        transform: {
          relationship: [
            {
              external_id: { expr: 'config.meta.id' },
              type: { value: 'Shop::Cart' },
              relation: 'CartOrder',
              parent: true,
            },
            { name: { label: 'none' } },
            { expr: 'config.lines.map(l, {"external_id": l.sku, "type": "Shop::Sku"})', scope: undefined },
            { filter: 'config.state == "gone"', name: { value: 'x' } },
          ],
        },
      },
      document,
      {
        parents: [{ externalId: 'o-1', type: 'Shop::Cart' }],
        related: [
          { externalId: 'o-1', type: 'Shop::Cart', relation: 'CartOrder', incoming: true, by: '0' },
          { externalId: 'a', type: 'Shop::Sku', by: '2' },
          { externalId: 'b', type: 'Shop::Sku', by: '2' },
        ],
      },
    ],
  ]
  test.each(cases)('%s', async (_, common, config, expected, options) => {
    const { items, ready } = await extract(common, config, options)
    expect(ready.filter(({ kind }) => kind === 'item-fault')).toEqual([])
    expect(items[0]).toMatchObject(expected)
  })

  test('matches become separate items, each with its id', async () => {
    const { items } = await extract(
      { items: '$.lines[*]', id: '$.sku', type: 'Shop::Line', class: 'Line' },
      document,
    )
    expect(items.map(({ externalIds, type, class: kind }) => [externalIds, type, kind])).toEqual([
      [['a'], 'Shop::Line', 'Line'],
      [['b'], 'Shop::Line', 'Line'],
    ])
  })

  test('an item that fails does not take the others with it, and its type is not seen whole', async () => {
    const { items, ready, complete } = await extract(
      { items: '$.lines[*]', id: '$.sku' },
      { lines: [{ sku: 'a' }, { other: 1 }] },
      { also: [{ kind: 'complete' }], scraped: { externalId: undefined } as object },
    )
    expect(items).toHaveLength(1)
    expect(ready).toContainEqual(
      expect.objectContaining({ kind: 'item-fault', message: 'id: $.sku finds nothing' }),
    )
    expect(complete).toEqual([])
  })

  test.each([
    ['yaml', 'a: 1\nb: [x]', { a: 1, b: ['x'] }],
    ['json', '{"a":1}', { a: 1 }],
    ['properties', "port = 5432 # the port\nname='x y'", { port: '5432', name: 'x y' }],
    ['toml', 'a = 1', { format: 'toml', content: 'a = 1' }],
  ])('a text in the format %s', async (format, text, config) => {
    const parsed = await extraction.parser.parse({ file: [{ url: '/data' }] })
    expect(parsed.ok).toBe(true)
    const { documentOf } = await import('./format.ts')
    const work: Parameters<typeof documentOf>[2]['work'] = async (task, input) => {
      const done = await extraction.tasks.run(task, input)
      return done.ok ? done : { ok: false, failure: done.failure.message }
    }
    expect(await documentOf(text, format, { work })).toEqual({ ok: true, value: config })
  })
})

describe('the script of a transform', () => {
  test.each([
    ['javascript', 'config.lines.map((line) => ({ id: line.sku, name: "line " + line.sku, sku: line.sku }))'],
    [
      'javascript',
      'JSON.stringify(config.lines.map((line) => ({ id: line.sku, name: "line " + line.sku, sku: line.sku })))',
    ],
    [
      'gotemplate',
      '[{{range $i, $line := .config.lines}}{{if $i}},{{end}}{"id":"{{$line.sku}}","name":"line {{$line.sku}}","sku":"{{$line.sku}}"}{{end}}]',
    ],
    ['expr', 'config.lines.map(l, {"id": l.sku, "name": "line " + l.sku, "sku": l.sku})'],
  ])('%s gives items', async (language, source) => {
    const { items, ready } = await extract({ transform: { script: { [language]: source } } }, document)
    expect(ready.filter(({ kind }) => kind === 'item-fault')).toEqual([])
    expect(items.map(({ name, externalIds, config }) => [name, externalIds, config])).toEqual([
      ['line a', ['a'], { id: 'a', name: 'line a', sku: 'a' }],
      ['line b', ['b'], { id: 'b', name: 'line b', sku: 'b' }],
    ])
  })

  test('a path gives items too, and other clients may write it beside "script"', async () => {
    const { items } = await extract({ id: '$.sku', transform: { jsonpath: '$.lines' } }, document)
    expect(items.map(({ externalIds }) => externalIds)).toEqual([['a'], ['b']])
  })

  test('that never ends is stopped, with a clear fault for its item', async () => {
    const { ready } = await extract({ transform: { script: { javascript: 'while (true) {}' } } }, document)
    expect(ready).toEqual([
      expect.objectContaining({
        kind: 'item-fault',
        message: expect.stringMatching(/^transform\.script: took longer than 5000 ms/),
      }),
    ])
  })

  test('that gives no list of objects says so', async () => {
    const { ready } = await extract({ transform: { script: { expr: '[1, 2]' } } }, document)
    expect(ready).toEqual([
      expect.objectContaining({ message: 'transform.script: element 0 of its result is not an object' }),
    ])
  })
})
