import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { claimsOf } from './index.ts'
import { addTopology, idOf, componentNode as node, useStore } from './testing.ts'

const store = useStore()
const { stored, publish } = store

describe('publishTopology', () => {
  test('keeps ids and paths when components move, go and come back', async () => {
    const topology = await addTopology(store.pool)
    const cart = node('cart', { type: 'Deployment' })
    const shop = node('shop', { type: 'Namespace', children: [cart, node('db')] })
    expect(await publish(topology, [shop])).toMatchObject({ added: 3, updated: 0, deleted: 0, held: 0 })
    const first = await stored(topology)
    expect(first.get('cart')).toMatchObject({ parent: 'shop', path: idOf(first, 'shop') })

    expect(await publish(topology, [shop])).toMatchObject({ added: 0, updated: 0, deleted: 0, held: 0 })
    const other = node('other', { children: [cart] })
    expect(await publish(topology, [node('shop', { type: 'Namespace' }), other])).toMatchObject({
      added: 1,
      updated: 1,
      deleted: 1,
    })
    const second = await stored(topology)
    expect(second.get('cart')).toMatchObject({
      id: idOf(first, 'cart'),
      parent: 'other',
      path: idOf(second, 'other'),
    })
    expect(second.get('db')).toMatchObject({ deleted: true })

    expect(await publish(topology, [shop])).toMatchObject({ added: 1, updated: 1, deleted: 1 })
    const third = await stored(topology)
    expect(third.get('db')).toMatchObject({ id: idOf(first, 'db'), deleted: false, parent: 'shop' })
  })

  test('deletes nothing when a run did not see everything', async () => {
    const topology = await addTopology(store.pool)
    await publish(topology, [node('a', { children: [node('b', { children: [node('c')] })] })])
    expect(await publish(topology, [node('z', { children: [node('a')] })], false)).toMatchObject({
      added: 1,
      deleted: 0,
    })
    const after = await stored(topology)
    expect(after.get('c')).toMatchObject({
      deleted: false,
      path: ['z', 'a', 'b'].map((name) => idOf(after, name)).join('.'),
    })
  })

  test('holds deletions that are many and a large share', async () => {
    const topology = await addTopology(store.pool)
    const many = Array.from({ length: 60 }, (_, number) => node(`n${number}`))
    await publish(topology, many)
    expect(await publish(topology, many.slice(0, 35))).toMatchObject({ deleted: 0, held: 25 })
    expect([...(await stored(topology)).values()].filter(({ deleted }) => deleted)).toEqual([])
    // Twenty are few enough, and fifteen of them come back.
    expect(await publish(topology, many.slice(0, 40))).toMatchObject({ deleted: 20, held: 0 })
    const { rowCount } = await store.pool.query(
      'select from core.topology_held_deletions where topology_id = $1',
      [topology],
    )
    expect(rowCount).toBe(0)
  })

  test('leaves out places that would close a circle, and shows a component at several places', async () => {
    const topology = await addTopology(store.pool)
    const result = await publish(topology, [
      node('a', { children: [node('b', { children: [node('a', { children: [node('x')] }), node('c')] })] }),
      node('d', { children: [node('c')] }),
    ])
    expect(result.problems).toEqual([
      'a (a) is below itself, which would be a circle: this place is left out',
    ])
    const { rows } = await store.pool.query(
      `select child.name as child, parent.name as parent from core.component_relationships as link
       join core.components as child on child.id = link.component_id
       join core.components as parent on parent.id = link.relationship_id
       where child.topology_id = $1 and link.deleted_at is null`,
      [topology],
    )
    expect(rows).toEqual([{ child: 'c', parent: 'd' }])
  })

  test('two topologies that claim one component keep their own', async () => {
    const [one, other] = [await addTopology(store.pool, 'one'), await addTopology(store.pool, 'other')]
    const claims = (id: string) => inTransaction(store.pool, (client) => claimsOf(client, id))
    await publish(one, [node('same'), node('twin')])
    await publish(other, [node('same'), node('only here'), node('twin', { type: 'Other' })])
    const problem = `same (same): the topology default/one ${one} has the same external id and type, so each topology shows its own card`
    expect(await claims(other)).toEqual([problem])
    // The one that came first has done nothing wrong.
    expect(await claims(one)).toEqual([])
    await publish(other, [node('same'), node('twin')])
    expect(await claims(other)).toEqual([problem.replace(':', ' and 1 more:')])
    await publish(one, [node('different')])
    expect(await claims(other)).toEqual([])
    expect((await stored(one)).get('same')).toMatchObject({ deleted: true })
    expect((await stored(other)).get('same')).toMatchObject({ deleted: false })
  })

  test('refuses a topology that is gone', async () => {
    await expect(publish(newId(), [])).rejects.toThrow('The topology is deleted')
  })
})
