import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { describe, expect, test } from 'vitest'
import { causesOf, createCauses } from './causes.ts'
import { Model } from './model.ts'
import type { ShownTree } from './render.ts'
import type { ComponentData, Failing } from './rows.ts'
import { selectTree } from './select.ts'

function component(name: string, changes: Partial<ComponentData> = {}): ComponentData {
  return {
    id: name,
    name,
    text: null,
    type: null,
    topology_type: null,
    namespace: null,
    icon: null,
    owner: null,
    lifecycle: null,
    tooltip: null,
    description: null,
    said_health: null,
    said_status: null,
    health: 'healthy',
    health_since: null,
    status: 'healthy',
    status_reason: null,
    labels: {},
    properties: [],
    summary: {
      healthy: 0,
      unhealthy: 0,
      warning: 0,
      unknown: 0,
      info: 0,
      checks: {},
      incidents: {},
      insights: {},
    },
    hidden: false,
    is_leaf: true,
    position: null,
    path: '',
    parent_id: null,
    topology_id: null,
    agent_id: LOCAL_AGENT_ID,
    config_id: null,
    external_id: name,
    logs: [],
    cost_per_minute: null,
    cost_total_1d: null,
    cost_total_7d: null,
    cost_total_30d: null,
    created_at: '2026-11-23T00:00:00.000Z',
    updated_at: null,
    deleted_at: null,
    teams: [],
    also_below: [],
    needs: [],
    ...changes,
  }
}

function modelOf(...components: readonly ComponentData[]): Model {
  const model = new Model()
  for (const each of components) model.set(each, {})
  model.findRisks()
  return model
}

const atRisk = (model: Model) =>
  [...model.nodes.values()]
    .filter(({ isAtRisk }) => isAtRisk)
    .map(({ data }) => data.name)
    .toSorted()

describe('what is at risk', () => {
  const red = component('db', { health: 'unhealthy' })

  test('a component, and all below it, that needs something unhealthy', () => {
    const model = modelOf(
      component('shop', { needs: ['db'] }),
      component('cart', { parent_id: 'shop' }),
      component('broken', { parent_id: 'shop', health: 'unhealthy' }),
      component('docs'),
      red,
    )
    expect(atRisk(model)).toEqual(['cart', 'shop'])
    model.set({ ...red, health: 'healthy' }, {})
    model.findRisks()
    expect(atRisk(model)).toEqual([])
  })

  test('a component whose catalog items need those of something unhealthy, or an unhealthy item', () => {
    const model = modelOf(component('cart'), component('mail'), component('docs'), red)
    model.setConfigNeeds([
      { component_id: 'cart', needed_component: 'db', health: 'healthy' },
      { component_id: 'mail', needed_component: null, health: 'unhealthy' },
      { component_id: 'docs', needed_component: 'mail', health: 'warning' },
    ])
    model.findRisks()
    expect(atRisk(model)).toEqual(['cart', 'mail'])
  })
})

describe('causes', () => {
  const failing = (id: string, since: string): Failing => ({
    kind: 'check',
    id,
    name: id,
    health: 'unhealthy',
    message: 'refused',
    since,
  })

  test('the worst that failed first, with the path down to it', () => {
    const model = new Model()
    const bad = { health: 'unhealthy' }
    model.set(component('shop', bad), {})
    model.set(component('cart', { ...bad, parent_id: 'shop' }), {
      failing: [failing('late', '2026-11-23T02:00:00Z')],
    })
    model.set(component('db', { ...bad, parent_id: 'shop' }), {
      failing: [failing('early', '2026-11-23T01:00:00Z')],
    })
    model.set(component('edge', { health: 'warning', said_health: 'warning', parent_id: 'shop' }), {})
    const shop = model.nodes.get('shop')
    if (shop === undefined) throw new Error('shop is missing')
    const path = [
      { id: 'shop', name: 'shop' },
      { id: 'db', name: 'db' },
    ]
    expect(createCauses(model)(shop)).toMatchObject({ id: 'early', path })
    expect(causesOf(model, shop).map(({ id }) => id)).toEqual(['early', 'late', 'edge'])
    const docs = component('docs')
    model.set(docs, {})
    expect(causesOf(model, model.nodes.get('docs') ?? shop)).toEqual([])
  })
})

describe('the tree', () => {
  const request = { sortBy: 'name', sortOrder: 'asc', flatten: false, hidden: true, depth: 10 } as const
  const shape = (model: Model) => {
    const text = (trees: readonly ShownTree[]): string =>
      trees.map(({ node, below }) => `${node.data.name}(${text(below)})`).join('')
    return text(selectTree(model, request))
  }

  test('is the same whatever the order in which components arrive, move and go', () => {
    const all = [
      component('a'),
      component('b', { parent_id: 'a' }),
      component('c', { parent_id: 'b' }),
      component('d', { also_below: ['b'] }),
    ]
    expect(shape(modelOf(...all))).toBe('a(b(c()d()))d()')
    expect(shape(modelOf(...all.toReversed()))).toBe('a(b(c()d()))d()')
    const model = modelOf(...all)
    model.set(component('c', { parent_id: 'a' }), {})
    expect(shape(model)).toBe('a(b(d())c())d()')
    model.delete('b')
    expect(shape(model)).toBe('a(c())d()')
    model.set(component('b', { parent_id: 'a' }), {})
    expect(shape(model)).toBe('a(b(d())c())d()')
  })

  test('ends where components are below each other', () => {
    expect(shape(modelOf(component('a', { also_below: ['b'] }), component('b', { parent_id: 'a' })))).toBe(
      'a(b())',
    )
  })
})
