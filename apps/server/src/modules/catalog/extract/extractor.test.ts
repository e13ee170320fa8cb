import type { Json } from '@binnacle/plugin-kit/core'
import type { Scraped, ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import { createScriptEngine } from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { createScraperParser, type ScraperParser } from '../scraper-spec/scraper.ts'
import { loadScraperTypes } from '../scraper-spec/scraper-types.ts'
import { diffDocuments } from '../store/diff.ts'
import type { Ready, ReadyItem } from '../store/ready.ts'
import { createCompleteness } from './completeness.ts'
import { createExtractor } from './extractor.ts'
import { createMask } from './masking.ts'
import { createRuleLog } from './rules.ts'
import { createScripting } from './scripting.ts'
import { severityOfType } from './severity.ts'

const now = new Date('2026-11-23T08:00:00Z')
const engine = createScriptEngine({ now: () => now })
const tasks = createTaskPool()
afterAll(() => Promise.all([engine.close(), tasks.close()]))
const mask = createMask(createSecrets('a secret key of more than 32 characters'))
const scraper = {
  id: '11111111-1111-4111-8111-111111111111',
  agentId: '00000000-0000-0000-0000-000000000000',
}
let parser: ScraperParser
beforeAll(async () => {
  parser = createScraperParser(await loadScraperTypes(), tasks)
})

interface Options {
  full?: boolean
  scraped?: Omit<Partial<ScrapedItem>, 'kind'>
  also?: readonly Scraped[]
}

/** Extracts a document with one entry of a spec. */
async function extract(
  common: object,
  config: Json,
  { full = false, scraped = {}, also = [] }: Options = {},
) {
  const parsed = await parser.parse({ file: [{ url: '/data', ...common }] })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
  const [entry] = parsed.value.entries
  if (entry === undefined) throw new Error('no entry')
  const rules = createRuleLog(entry.place)
  const completeness = createCompleteness(1)
  const extractor = createExtractor({
    common: entry.common,
    full,
    scraper,
    scripting: createScripting(engine, tasks, []),
    mask,
    completeness: completeness.entry(undefined),
    rules,
    work: async (task, input) => {
      const done = await tasks.run(task, input)
      return done.ok ? done : { ok: false, failure: done.failure.message }
    },
    now: () => now,
  })
  const ready: Ready[] = []
  const item: ScrapedItem = { kind: 'item', externalId: 'x', type: 'Shop::Order', ...scraped, config }
  for (const one of [item, ...also]) ready.push(...(await extractor.ready(one)))
  const items = ready.filter((one): one is ReadyItem => one.kind === 'item')
  return { ready, items, rules: rules.uses(), complete: completeness.partitions() }
}

const document = {
  meta: { id: 'o-1', name: 'first', made: '2024-05-01T10:00:00Z', gone: '' },
  state: 'active',
  lines: [{ sku: 'a' }, { sku: 'b' }],
  password: 'hunter2-hunter2',
}

test('the page of an item at its source is a property of it', async () => {
  const link = 'https://console.example/item/1'
  const { items } = await extract({}, {}, { scraped: { link } })
  expect(items).toMatchObject([{ properties: [{ name: 'url', links: [{ label: 'Open', url: link }] }] }])
})

describe('the common block', () => {
  const cases: [name: string, common: object, config: Json, expected: object, options?: Options][] = [
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
    const parsed = await parser.parse({ file: [{ url: '/data' }] })
    expect(parsed.ok).toBe(true)
    const { documentOf } = await import('./format.ts')
    const work: Parameters<typeof documentOf>[2]['work'] = async (task, input) => {
      const done = await tasks.run(task, input)
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
      expect.objectContaining({ message: 'transform.script: element 0 of its result is no object' }),
    ])
  })
})

describe('changes', () => {
  const change = (type: string, more: object = {}): Scraped => ({
    kind: 'change',
    item: { externalId: 'x', type: 'Shop::Order' },
    externalId: `c-${type}`,
    type,
    summary: 'it happened',
    ...more,
  })
  const told = async (changes: object, ...also: Scraped[]) =>
    (await extract({ transform: { changes } }, document, { also })).ready.slice(1)

  test('are mapped, ignored and excluded by rules, which are counted', async () => {
    const rules = {
      exclude: ['change_type == "Noise"'],
      mapping: [
        { filter: 'change.change_type == "Beat"', action: 'ignore' },
        {
          filter: 'change.summary.contains("happened") && change.change_type == "Sync"',
          severity: 'high',
          type: 'Synced',
          summary: '{{.change.summary}} at last',
        },
        { filter: 'patch.replicas == 0', action: 'delete' },
      ],
    }
    expect(
      await told(
        rules,
        change('Noise'),
        change('Beat'),
        change('Sync'),
        change('Scale', { patches: { replicas: 0 } }),
      ),
    ).toMatchObject([
      { kind: 'dropped', reason: 'excluded', because: 'transform.changes.exclude[0]' },
      { kind: 'dropped', reason: 'ignored', because: 'transform.changes.mapping[0]' },
      { kind: 'change', type: 'Synced', severity: 'high', summary: 'it happened at last', deletes: false },
      { kind: 'change', type: 'Scale', severity: 'low', deletes: true },
    ])
  })

  describe('of documents', () => {
    const ruledChange = async (common: object, type: string, before: Json, after: Json) => {
      const { items } = await extract(common, after, { scraped: { type } })
      const diff = diffDocuments(before, after)
      if (diff === undefined) throw new Error('the documents are equal')
      return items[0]?.changeRules?.({ ...diff, diff: diff.text, document: after })
    }
    const helm = (failures: number) => ({ status: { failures } })

    test('follow the rules of the spec, and have no severity by themselves', async () => {
      const rules = {
        exclude: ['change_type == "diff" && summary == "beat"'],
        mapping: [
          {
            filter: 'patch.replicas == 3',
            type: 'Scaled',
            severity: 'high',
            summary: 'to {{.config.replicas}}',
          },
          { filter: 'summary == "seen"', action: 'ignore' },
        ],
      }
      const changeFrom = (before: Json, after: Json) =>
        ruledChange({ transform: { changes: rules } }, 'T::X', before, after)
      expect(await changeFrom({ replicas: 3 }, { replicas: 5 })).toEqual({
        kind: 'ruled',
        type: 'Scaled',
        severity: 'high',
        summary: 'to 5',
        deletes: false,
      })
      expect(await changeFrom({ beat: 1 }, { beat: 2 })).toMatchObject({
        kind: 'dropped',
        reason: 'excluded',
      })
      expect(await changeFrom({ seen: 1 }, { seen: 2 })).toMatchObject({
        kind: 'dropped',
        reason: 'ignored',
        type: 'diff',
        itemType: 'T::X',
      })
      expect(await changeFrom({ other: 1 }, { other: 2 })).toMatchObject({
        type: 'diff',
        severity: undefined,
        summary: 'other',
      })
    })

    test('of a Helm release say that its reconciliation failed, when it failed more often', async () => {
      const changeFrom = (before: Json, after: Json) =>
        ruledChange({}, 'Kubernetes::HelmRelease', before, after)
      const failed = { type: 'HelmReconcileFailed', severity: 'medium' }
      expect(await changeFrom(helm(0), helm(1))).toMatchObject(failed)
      expect(await changeFrom({ spec: 1 }, helm(2))).toMatchObject(failed)
      expect(await changeFrom(helm(2), helm(0))).toMatchObject({ type: 'diff', severity: undefined })
      expect(await changeFrom({ ...helm(2), spec: 1 }, { ...helm(2), spec: 2 })).toMatchObject({
        type: 'diff',
      })
      expect(await ruledChange({}, 'Kubernetes::Pod', helm(0), helm(1))).toBeUndefined()
    })
  })

  test.each([
    ['OOMKilled', 'high'],
    ['FailedScheduling', 'medium'],
    ['SuccessfulCreate', 'info'],
    ['CreateBucket', 'low'],
    ['RevokeSecurityGroupIngress', 'medium'],
    ['Whatever', 'info'],
  ])('%s has the severity %s', (type, severity) => expect(severityOfType(type)).toBe(severity))

  test('delete an item only by the list of its type', async () => {
    const of = (type: string, item: string) => change(type, { item: { externalId: 'x', type: item } })
    const ready = await told(
      {},
      of('TerminateInstances', 'AWS::EC2::Instance'),
      of('DeleteTags', 'AWS::EC2::Instance'),
      of('TerminateInstances', 'AWS::EC2::VPC'),
    )
    expect(ready.map((one) => one.kind === 'change' && one.deletes)).toEqual([true, false, false])
  })
})

describe('full mode', () => {
  test('takes a document apart, with one fault for each entry that is not valid', async () => {
    const { items, ready } = await extract(
      { id: '$.external_id' },
      {
        external_id: 'o-1',
        config: { a: 1, token: 'abcdefghijk' },
        changes: [
          {
            external_change_id: '1',
            change_type: 'Deployment',
            severity: 'error',
            created_at: '2024-01-01T00:00:00Z',
          },
          { change_type: 'x' },
          7,
        ],
        analysis: [{ analyzer: 'lint', analysis_type: 'security', severity: 'high', summary: 'open' }, {}],
      },
      { full: true },
    )
    expect(items).toMatchObject([{ config: { a: 1, token: mask('abcdefghijk') }, externalIds: ['o-1', 'x'] }])
    expect(ready.slice(1)).toMatchObject([
      {
        kind: 'change',
        item: { externalId: 'o-1', type: 'Shop::Order' },
        severity: 'high',
        at: new Date('2024-01-01T00:00:00Z'),
      },
      { kind: 'insight', analyzer: 'lint', type: 'security', severity: 'high' },
      { kind: 'item-fault', message: 'changes[1] has no external_change_id' },
      { kind: 'item-fault', message: 'changes[2] is no object' },
      { kind: 'item-fault', message: 'analysis[1] has no analyzer' },
    ])
  })

  test('leaves out the document of an item that has none', async () => {
    const { items, ready } = await extract(
      {},
      { changes: [{ external_change_id: '1', change_type: 'Flag' }] },
      { full: true },
    )
    expect(items).toEqual([])
    expect(ready).toMatchObject([{ kind: 'change', type: 'Flag', item: { externalId: 'x' } }])
  })
})

describe('costs', () => {
  test('are told by a document of full mode, of its item or of another one', async () => {
    const { ready } = await extract(
      {},
      {
        config: { a: 1 },
        costs: [
          { day: '2026-11-22', cost: 1.25 },
          { day: '2026-11-22', cost: '7', currency: 'EUR', external_id: 'y', config_type: 'Shop::Disk' },
          { day: '22.11.2026', cost: 1 },
          { day: '2026-02-30', cost: 1 },
          { day: '2026-11-22', cost: 'much' },
          { day: '2026-11-22', cost: 1, currency: 'dollars' },
          { cost: 1 },
          { day: '2026-11-22' },
        ],
      },
      { full: true },
    )
    const bill = `${scraper.id} Shop::Order x`
    expect(ready.slice(1)).toMatchObject([
      {
        kind: 'cost',
        of: [{ externalId: 'x', type: 'Shop::Order' }],
        days: { '2026-11-22': 1.25 },
        currency: 'USD',
        bill,
      },
      {
        kind: 'cost',
        of: [{ externalId: 'y', type: 'Shop::Disk' }],
        days: { '2026-11-22': 7 },
        currency: 'EUR',
        bill,
      },
      { kind: 'item-fault', message: 'costs[2] 22.11.2026 is no day, such as 2026-11-24' },
      { kind: 'item-fault', message: 'costs[3] 2026-02-30 is no day, such as 2026-11-24' },
      { kind: 'item-fault', message: 'costs[4] NaN is no amount' },
      { kind: 'item-fault', message: 'costs[5] dollars is no currency, such as USD' },
      { kind: 'item-fault', message: 'costs[6] has no day' },
      { kind: 'item-fault', message: 'costs[7] has no cost' },
    ])
  })

  test('of a scraper that cannot be stored are told as a fault', async () => {
    const cost = { kind: 'cost', of: [{ externalId: 'x' }], currency: 'USD', bill: 'b' } as const
    const { ready } = await extract(
      {},
      { a: 1 },
      {
        also: [
          { ...cost, days: { '2026-11-22': 2 } },
          { ...cost, days: { '2026-11-22': Infinity } },
        ],
      },
    )
    expect(ready.slice(1)).toEqual([
      { ...cost, days: { '2026-11-22': 2 } },
      { kind: 'item-fault', item: 'x', type: undefined, message: 'cost: Infinity is no amount' },
    ])
  })
})
