import { describe, expect, test } from 'vitest'
import { createCauses } from './causes.ts'
import { Model } from './model.ts'
import type { ShownTree } from './render.ts'
import type { ComponentData, FailingResource } from './rows.ts'
import { describeList, selectPage, selectTree } from './select.ts'
import { componentData as component } from './testing.ts'

function modelOf(...components: readonly ComponentData[]): Model {
  const model = new Model()
  for (const each of components) model.set(each, {})
  model.findRisks()
  return model
}

const request = { sortBy: 'name', sortOrder: 'asc', flatten: false, hidden: true, depth: 10 } as const

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
    // Those of the list are counted, of which one is.
    expect(describeList(selectPage(model, request))).toMatchObject({ total: 3, at_risk: 1 })
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
  const failing = (id: string, since: string): FailingResource => ({
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
    model.set(component('db', { parent_id: 'shop' }), {})
    expect(createCauses(model)(shop)).toMatchObject({ id: 'late' })
    model.set(component('cart', { parent_id: 'shop' }), {})
    expect(createCauses(model)(shop)).toMatchObject({ id: 'edge' })
    model.set(component('shop'), {})
    expect(createCauses(model)(model.nodes.get('shop') ?? shop)).toBeNull()
  })
})

describe('the tree', () => {
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

  test('is answered in parts, with what is known of the whole list, and the worst below each', () => {
    const headline = [{ name: 'cost', value: 1, headline: true }]
    const counted = { health: 'unhealthy', summary: { ...component('a').summary, healthy: 2, unhealthy: 1 } }
    const model = modelOf(
      component('a', { ...counted, properties: headline }),
      component('a1', { parent_id: 'a' }),
      component('a2', { parent_id: 'a', health: 'unhealthy' }),
      component('a3', { parent_id: 'a', health: 'warning' }),
      component('b', counted),
      component('c'),
    )
    const named = (part: ReturnType<typeof selectPage>) => part.trees.map(({ node }) => node.data.name)
    const first = selectPage(model, { ...request, limit: 2, mostBelow: 2 })
    expect(named(first)).toEqual(['a', 'b'])
    expect(first.trees[0]).toMatchObject({ more: 1 })
    expect(first.trees[0]?.below.map(({ node }) => node.data.name)).toEqual(['a2', 'a3'])
    const described = {
      total: 3,
      totals: { healthy: 1, unknown: 0, warning: 0, unhealthy: 2 },
      at_risk: 0,
      headlines: ['cost'],
    }
    expect(describeList(first)).toEqual(described)
    // A number leads to as many components, whatever is chosen already.
    const unhealthy = selectPage(model, { ...request, status: 'unhealthy' })
    expect(describeList(unhealthy)).toEqual({ ...described, total: 2 })
    expect(named(selectPage(model, { ...request, limit: 2, offset: 2 }))).toEqual(['c'])
    const below = selectPage(model, { ...request, id: 'a', limit: 1, offset: 1 })
    expect(below.trees[0]?.below.map(({ node }) => node.data.name)).toEqual(['a2'])
    expect(describeList(below).total).toBe(3)
  })
})
