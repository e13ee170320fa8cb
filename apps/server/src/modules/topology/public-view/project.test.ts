import { publicComponent, type PublicComponent } from '@binnacle/contract/topology'
import { expect, test } from 'vitest'
import { createCauses } from '../tree/causes.ts'
import { Model } from '../tree/model.ts'
import type { ComponentData, FailingResource } from '../tree/rows.ts'
import { componentData } from '../tree/testing.ts'
import { projectTree } from './project.ts'

const everything = { properties: true, messages: true }
const failing: FailingResource = {
  kind: 'check',
  id: 'secret-check-id',
  name: 'web answers',
  health: 'unhealthy',
  message: 'GET https://ada:lovelace@example.com failed',
  since: '2026-11-23T10:00:00.000Z',
}

function project(
  components: readonly (ComponentData & { failing?: readonly FailingResource[] })[],
  parts = everything,
): PublicComponent {
  const model = new Model()
  for (const { failing: own, ...data } of components) model.set(data, { failing: own })
  const root = model.nodes.get('root')
  if (root === undefined) throw new Error('no root')
  const shown = { causeOf: createCauses(model), now: 0, withStrip: true }
  return projectTree({ model, shown }, root, parts)
}

const names = (component: PublicComponent): unknown[] =>
  component.components.map((below) =>
    below.components.length === 0 ? below.name : [below.name, names(below)],
  )

const full = {
  type: 'Service',
  icon: 'globe',
  owner: 'OWNER',
  namespace: 'NAMESPACE',
  labels: { LABEL: 'LABEL' },
  text: 'TEXT',
  tooltip: 'TOOLTIP',
  description: 'DESCRIPTION',
  external_id: 'EXTERNAL',
  teams: ['TEAM'],
  logs: [{ name: 'LOGS' }],
  cost_per_minute: 4_711,
  status: 'degraded',
  status_reason: 'disk full',
  properties: [
    { name: 'version', text: '1.2', links: [{ url: 'https://LINK.example' }], tooltip: 'TOOLTIP' },
    { name: 'db_password', text: 'hunter2' },
    { name: 'dbPwd', text: 'hunter2' },
    { name: 'dsn', text: 'Server=db;Uid=a;Pwd=hunter2;' },
    { name: 'load', label: 'api token', value: 12_345 },
    { name: 'dsn', text: 'postgres://ada:lovelace@db/shop' },
    { name: 'runbook', links: [{ url: 'https://LINK.example' }] },
    { name: 'HIDDEN', type: 'hidden', text: 'HIDDEN' },
  ],
}

test('lets out names and health, and nothing else', () => {
  const shown = project(
    [{ ...componentData('root', { ...full, health: 'unhealthy' }), failing: [failing] }],
    { properties: false, messages: false },
  )
  expect(shown).toEqual({
    name: 'root',
    health: 'unhealthy',
    since: null,
    at_risk: false,
    counts: { healthy: 0, warning: 0, unhealthy: 0, unknown: 0 },
    left_out: 0,
    components: [],
  })
})

test('lets out properties without secrets and links, and messages without credentials, where these are chosen', () => {
  const components = [{ ...componentData('root', { ...full, health: 'unhealthy' }), failing: [failing] }]
  const shown = project(components)
  expect(publicComponent.parse(shown)).toEqual(shown)
  expect(shown.properties).toEqual([
    { name: 'version', text: '1.2' },
    { name: 'db_password', text: '***' },
    { name: 'dbPwd', text: '***' },
    { name: 'dsn', text: 'Server=db;Uid=a;Pwd=***;' },
    { name: 'load', label: 'api token', text: '***' },
    { name: 'dsn', text: 'postgres://***@db/shop' },
  ])
  expect(shown).toMatchObject({
    type: 'Service',
    status: 'degraded',
    message: 'disk full',
    cause: { name: 'web answers', message: 'GET https://***@example.com failed', way: [] },
  })
  expect(JSON.stringify(shown)).not.toMatch(
    /OWNER|NAMESPACE|LABEL|TEXT|TOOLTIP|DESCRIPTION|EXTERNAL|TEAM|LOGS|4711|LINK|HIDDEN|secret-check-id|lovelace|hunter2|12345/,
  )
  expect(project(components, { properties: true, messages: false })).not.toHaveProperty('cause')
  expect(project(components, { properties: false, messages: true })).not.toHaveProperty('properties')
})

test('shows the component, the cards and what is on them, the most severe first, without hidden ones', () => {
  const shown = project([
    componentData('root'),
    componentData('a', { parent_id: 'root' }),
    componentData('b', { parent_id: 'root', health: 'unhealthy', status: 'unhealthy' }),
    componentData('b1', { parent_id: 'b' }),
    componentData('b11', { parent_id: 'b1' }),
    componentData('hidden', { parent_id: 'root', hidden: true }),
    componentData('elsewhere'),
    componentData('above', { also_below: ['b1'] }),
  ])
  expect(names(shown)).toEqual([['b', ['b1']], 'a'])
  expect(shown.counts).toEqual({ healthy: 1, warning: 0, unhealthy: 1, unknown: 0 })
})

test('names no hidden component as a cause, and not what fails in it', () => {
  const shown = project([
    componentData('root', { health: 'unhealthy' }),
    {
      ...componentData('vault', { parent_id: 'root', health: 'unhealthy', hidden: true }),
      failing: [failing],
    },
  ])
  expect(shown).toMatchObject({ health: 'unhealthy', cause: null })
})

test('names the way down to what fails', () => {
  const shown = project([
    componentData('root', { health: 'unhealthy' }),
    { ...componentData('web', { parent_id: 'root', health: 'unhealthy' }), failing: [failing] },
  ])
  expect(shown.cause).toMatchObject({ way: ['web'], name: 'web answers' })
  const projected = project([
    componentData('root', { health: 'unhealthy' }),
    componentData('db', { parent_id: 'root', health: 'unhealthy', said_health: 'unhealthy' }),
  ])
  expect(projected.cause).toMatchObject({ way: [], name: 'db' })
})

test('is bounded in components, texts and properties, also where components are below each other', () => {
  const many = Array.from({ length: 600 }, (_, number) => componentData(`c${number}`, { parent_id: 'root' }))
  const shown = project([
    componentData('root', {
      properties: Array.from({ length: 50 }, (_, number) => ({
        name: `p${number}`,
        text: 'x'.repeat(10_000),
      })),
      also_below: ['c0'],
    }),
    ...many,
  ])
  expect(shown.components).toHaveLength(499)
  expect(shown.left_out).toBe(101)
  expect(shown.properties).toHaveLength(20)
  expect(shown.properties?.[0]?.text).toHaveLength(501)
})
