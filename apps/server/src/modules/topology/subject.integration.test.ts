import { describe, expect, test } from 'vitest'
import { addTopology, componentNode as node, idOf, useStore } from './store/testing.ts'
import { createComponentSubject } from './subject.ts'

const store = useStore()
const { publish, settle, stored } = store

/** Stores a shop whose database fails, and which needs its queue. */
async function withShop(): Promise<{ id: (name: string) => string }> {
  const topology = await addTopology(store.pool)
  const database = node('database', {
    health: 'unhealthy',
    statusReason: 'out of disk\nsince noon',
    labels: { tier: 'data' },
  })
  await publish(topology, [node('shop', { needs: ['queue'], children: [database] }), node('queue')])
  await settle()
  const components = await stored(topology)
  return { id: (name) => idOf(components, name) }
}

describe('components as subjects', () => {
  test('say how they are, what contains them and what they need', async () => {
    const { id } = await withShop()
    const subject = createComponentSubject(store.pool)
    const loaded = await subject.load([id('shop'), id('database')])
    expect(loaded.get(id('shop'))).toMatchObject({
      health: 'unhealthy',
      within: [],
      dependsOn: [{ kind: 'component', id: id('queue') }],
    })
    expect(loaded.get(id('database'))).toMatchObject({
      labels: { tier: 'data' },
      reason: 'out of disk',
      within: [{ kind: 'component', id: id('shop') }],
      dependsOn: [],
      variables: { agent: { name: 'local' } },
    })
    expect(await subject.load([])).toEqual(new Map())
  })

  test('are told as they were after a transition', async () => {
    const { id } = await withShop()
    const { rows } = await store.pool.query<{ at: Date }>(
      `update core.component_transitions set at = at - interval '1 hour', health = 'warning', status = 'slow',
         reason = 'slow disk'
       where component_id = $1 returning at`,
      [id('database')],
    )
    const at = rows[0]?.at ?? new Date()
    const subject = createComponentSubject(store.pool)
    expect(await subject.loadAt(id('database'), at)).toMatchObject({
      health: 'warning',
      reason: 'slow disk',
      since: at,
    })
    // Without a transition at that time it is as it is now.
    expect(await subject.loadAt(id('database'), new Date(0))).toMatchObject({ health: 'unhealthy' })
  })

  test('have recent events, without what is well from the start', async () => {
    const { id } = await withShop()
    const events = await createComponentSubject(store.pool).recentEvents(1_000)
    const of = (name: string) => events.filter((event) => event.id === id(name)).map(({ event }) => event)
    expect(of('database')).toEqual(['component.unhealthy'])
    expect(of('queue')).toEqual([])
    expect(await createComponentSubject(store.pool).recentEvents(1)).toHaveLength(1)
  })

  test('are listed a page at a time', async () => {
    await withShop()
    const subject = createComponentSubject(store.pool)
    const all = await subject.page(undefined, 1_000)
    expect(all).toEqual(all.toSorted())
    const first = await subject.page(undefined, 2)
    expect([...first, ...(await subject.page(first.at(-1), 1_000))]).toEqual(all)
  })
})
