import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { ComponentNode } from '../component-tree.ts'
import { markLinked } from '../roll-up/mark/stale.ts'
import { addCheck, addItem, addTopology, idOf, componentNode as node, useStore } from './testing.ts'

const store = useStore()
const { stored, publish, settle, linkCheck, linkItem, setCost, setCheck } = store

/** Everything that the roll-up stores of a topology, without times. */
async function states(topologies: readonly string[]): Promise<unknown[]> {
  const { rows } = await store.pool.query(
    `select component.id, state.health, state.status, state.own, state.below, state.gives, state.summary
     from core.component_states as state join core.components as component on component.id = state.component_id
     where component.topology_id = any ($1) and component.deleted_at is null order by component.id`,
    [topologies],
  )
  return rows
}

async function recount(topologies: readonly string[]): Promise<unknown[]> {
  await store.pool.query(
    `delete from core.component_states where component_id in (select id from core.components where topology_id = any ($1))`,
    [topologies],
  )
  await store.pool.query(
    `insert into core.component_stale (component_id, children)
     select id, true from core.components where topology_id = any ($1) and deleted_at is null on conflict do nothing`,
    [topologies],
  )
  await settle()
  return states(topologies)
}

const health = fc.constantFrom('healthy', 'unhealthy', 'warning', 'unknown', undefined)

/** Trees as the parent of each component: a smaller number, or none. */
const shape = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc.tuple(
      ...Array.from({ length: size }, (_, place) =>
        fc.record({ parent: fc.integer({ min: -1, max: place - 1 }), health }),
      ),
    ),
  )

function treeOf(
  components: readonly { parent: number; health: ComponentNode['health'] | undefined }[],
): ComponentNode[] {
  const below = (parent: number): ComponentNode[] =>
    components.flatMap((component, place) =>
      component.parent === parent
        ? [
            node(`c${place}`, {
              ...(component.health === undefined ? {} : { health: component.health }),
              children: below(place),
            }),
          ]
        : [],
    )
  return below(-1)
}

/** What each component of a topology contains, found from the links themselves: each check and item once. */
async function countedNaively(topologyId: string): Promise<Record<string, unknown>> {
  const read = async (sql: string, values: readonly string[] = []) =>
    (await store.pool.query<Record<string, string>>(sql, [...values])).rows
  const components = await read(
    'select id from core.components where topology_id = $1 and deleted_at is null order by id',
    [topologyId],
  )
  const edges = await read(
    `select id as below, parent_id as above from core.components where deleted_at is null
     union select component_id, relationship_id from core.component_relationships
     where kind = 'child' and deleted_at is null and refused is null`,
  )
  const links = await read(
    `select component_id, check_id as thing from core.check_component_relationships where deleted_at is null
     union select component_id, config_id from core.config_component_relationships where deleted_at is null`,
  )
  const stateOf = new Map(
    (await read('select check_id, state from core.check_state')).map((row) => [row.check_id, row.state]),
  )
  const items = await read(
    `select id, coalesce(cost_total_30d, 0)::text as cost,
       (select count(*) from core.config_analysis where config_id = config_items.id and status = 'open')::text as insights
     from core.config_items`,
  )
  const within = (root: string): Set<string> => {
    const found = new Set([root])
    // A set that grows while it is read is read to its end.
    for (const id of found) for (const edge of edges) if (edge.above === id) found.add(edge.below ?? '')
    return found
  }
  return Object.fromEntries(
    components.map(({ id = '' }) => {
      const inside = within(id)
      const things = new Set(
        links.flatMap((link) => (inside.has(link.component_id ?? '') ? [link.thing] : [])),
      )
      const states: Record<string, number> = {}
      for (const thing of things) {
        const state = stateOf.get(thing)
        if (state !== undefined) states[state] = (states[state] ?? 0) + 1
      }
      const present = items.filter((item) => things.has(item.id))
      const insights = present.reduce((sum, item) => sum + Number(item.insights), 0)
      const cost = present.reduce((sum, item) => sum + Math.round(Number(item.cost) * 10_000), 0)
      return [id, { states, insights, cost }]
    }),
  )
}

async function countedAsStored(topologyId: string): Promise<Record<string, unknown>> {
  const { rows } = await store.pool.query(
    `select component.id, coalesce(state.summary -> 'checks', '{}') as states,
       coalesce((state.summary #>> '{insights,cost,high}')::integer, 0) as insights,
       coalesce((state.gives #>> '{costs,cost_total_30d}')::float8, 0) as cost
     from core.components as component join core.component_states as state on state.component_id = component.id
     where component.topology_id = $1 and component.deleted_at is null order by component.id`,
    [topologyId],
  )
  return Object.fromEntries(rows.map(({ id, ...counts }) => [id, counts]))
}

describe('properties', () => {
  test('what is added up step by step equals a whole recount, in any order of arrival', async () => {
    const checks = await Promise.all(
      Array.from({ length: 4 }, (_, number) => addCheck(store.pool, `check ${number}`)),
    )
    const items = await Promise.all(
      Array.from({ length: 3 }, (_, number) => addItem(store.pool, `item ${number}`, 0.1)),
    )
    for (const item of items)
      await store.pool.query(
        `insert into core.config_analysis (id, config_id, analyzer, analysis_type, severity, status)
         values ($1, $2, 'linter', 'cost', 'high', 'open')`,
        [newId(), item],
      )
    const step = fc.oneof(
      fc.record({ kind: fc.constant('publish' as const), tree: shape }),
      fc.record({
        kind: fc.constant('check' as const),
        check: fc.nat(3),
        state: fc.constantFrom('healthy', 'unhealthy', 'unknown'),
      }),
      fc.record({ kind: fc.constant('link' as const), check: fc.nat(3), component: fc.nat(11) }),
      fc.record({ kind: fc.constant('unlink' as const), item: fc.nat(2), component: fc.nat(11) }),
      fc.record({
        kind: fc.constant('cost' as const),
        item: fc.nat(2),
        component: fc.nat(11),
        cost: fc.option(fc.integer({ min: 1, max: 99_999 }).map((amount) => amount / 10_000)),
      }),
      fc.record({ kind: fc.constant('relate' as const), below: fc.nat(11), above: fc.nat(11) }),
    )
    await fc.assert(
      fc.asyncProperty(
        shape,
        fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }),
        async (first, steps) => {
          const topology = await addTopology(store.pool)
          await publish(topology, treeOf(first))
          for (const [each, settles] of steps) {
            if (settles) await settle()
            const components = await stored(topology)
            if (each.kind === 'publish') await publish(topology, treeOf(each.tree))
            else if (each.kind === 'check') {
              const check = checks[each.check] ?? ''
              await setCheck(check, each.state)
              await markLinked(store.pool, 'checks', [check])
            } else if (each.kind === 'link') {
              const component = components.get(`c${each.component}`)
              if (component?.deleted === false) await linkCheck(component.id, checks[each.check] ?? '')
            } else if (each.kind === 'unlink') {
              const id = idOf(components, `c${each.component}`)
              if (id !== '')
                await store.pool.query(
                  'delete from core.config_component_relationships where component_id = $1 and config_id = $2',
                  [id, items[each.item]],
                )
            } else if (each.kind === 'cost') {
              const item = items[each.item] ?? ''
              const component = components.get(`c${each.component}`)
              if (component?.deleted === false) await linkItem(component.id, item)
              await setCost(item, each.cost)
            } else {
              // From a larger number to a smaller one, so that there are no circles.
              const [above, below] = [
                components.get(`c${Math.min(each.above, each.below)}`),
                components.get(`c${Math.max(each.above, each.below)}`),
              ]
              if (above?.deleted === false && below?.deleted === false && above !== below)
                await store.pool.query(
                  `insert into core.component_relationships (component_id, relationship_id, selector_id)
                 values ($1, $2, 'selector') on conflict do nothing`,
                  [below.id, above.id],
                )
            }
          }
          await settle()
          const added = await states([topology])
          expect(await countedAsStored(topology)).toEqual(await countedNaively(topology))
          expect(await recount([topology])).toEqual(added)
        },
      ),
      { numRuns: 40 },
    )
  }, 120_000)

  test('merging a run twice changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(shape, shape, async (before, tree) => {
        const topology = await addTopology(store.pool)
        await publish(topology, treeOf(before))
        await publish(topology, treeOf(tree))
        await settle()
        const once = await states([topology])
        expect(await publish(topology, treeOf(tree))).toEqual({
          added: 0,
          updated: 0,
          deleted: 0,
          held: 0,
          problems: [],
        })
        expect(await settle()).toBe(0)
        expect(await states([topology])).toEqual(once)
      }),
      { numRuns: 10 },
    )
  }, 120_000)
})
