import { createScriptEngine } from '@binnacle/scripting'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvents } from '../../../platform/events/index.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { ComponentNode } from '../component-tree.ts'
import { rollUp } from '../roll-up/index.ts'
import { markDifferent, markLinked } from '../roll-up/stale.ts'
import { claimsOf, publishTopology } from './index.ts'
import { forgetDeleted, sumUpDays } from './retention.ts'
import { addCheck, addItem, addTopology, componentNode as node, topologyRun } from './testing.ts'

const scripts = createScriptEngine({ now: () => new Date() })
let database: TestDatabase
let parts: Parameters<typeof rollUp>[1]
let clock = Date.now()

beforeAll(async () => {
  database = await createTestDatabase()
  // Two transitions of a component are never at the same time.
  const now = () => new Date((clock += 1_000))
  parts = { events: createEvents({ now }), scripts, now }
})
afterAll(() => scripts.close())

interface Stored {
  id: string
  name: string
  parent: string | null
  path: string
  deleted: boolean
  health: string | null
  status: string | null
  reason: string | null
  summary: Record<string, unknown>
}

async function stored(topologyId: string): Promise<Map<string, Stored>> {
  const { rows } = await database.pool.query<Stored>(
    `select component.id, component.name, parent.name as parent, component.path, component.deleted_at is not null as deleted,
       state.health, state.status, state.status_reason as reason, state.summary
     from core.components as component
     left join core.components as parent on parent.id = component.parent_id
     left join core.component_states as state on state.component_id = component.id
     where component.topology_id = $1 order by component.name`,
    [topologyId],
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const publish = (topologyId: string, roots: readonly ComponentNode[], complete = true) =>
  publishTopology(database.pool, topologyRun(topologyId, roots, complete))

const settle = () => rollUp(database.pool, parts)

async function linkCheck(component: string, check: string): Promise<void> {
  await database.pool.query(
    `insert into core.check_component_relationships (component_id, check_id) values ($1, $2) on conflict do nothing`,
    [component, check],
  )
}

async function linkItem(component: string, item: string): Promise<void> {
  await database.pool.query(
    `insert into core.config_component_relationships (component_id, config_id) values ($1, $2) on conflict do nothing`,
    [component, item],
  )
}

async function setCost(item: string, cost: number | null): Promise<void> {
  await database.pool.query('update core.config_items set cost_total_30d = $2 where id = $1', [item, cost])
  await markDifferent(database.pool, 'configs', [item])
}

async function setCheck(check: string, state: string): Promise<void> {
  await database.pool.query('update core.check_state set state = $2 where check_id = $1', [check, state])
}

const idOf = (components: ReadonlyMap<string, Stored>, name: string) => components.get(name)?.id ?? ''

describe('publishTopology', () => {
  test('keeps ids and paths when components move, go and come back', async () => {
    const topology = await addTopology(database.pool)
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
    const topology = await addTopology(database.pool)
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
    const topology = await addTopology(database.pool)
    const many = Array.from({ length: 60 }, (_, number) => node(`n${number}`))
    await publish(topology, many)
    expect(await publish(topology, many.slice(0, 35))).toMatchObject({ deleted: 0, held: 25 })
    expect([...(await stored(topology)).values()].filter(({ deleted }) => deleted)).toEqual([])
    // Twenty are few enough, and fifteen of them come back.
    expect(await publish(topology, many.slice(0, 40))).toMatchObject({ deleted: 20, held: 0 })
    const { rowCount } = await database.pool.query(
      'select from core.topology_held_deletions where topology_id = $1',
      [topology],
    )
    expect(rowCount).toBe(0)
  })

  test('leaves out places that would close a circle, and shows a component at several places', async () => {
    const topology = await addTopology(database.pool)
    const result = await publish(topology, [
      node('a', { children: [node('b', { children: [node('a', { children: [node('x')] }), node('c')] })] }),
      node('d', { children: [node('c')] }),
    ])
    expect(result.problems).toEqual([
      'a (a) is below itself, which would be a circle: this place is left out',
    ])
    const { rows } = await database.pool.query(
      `select child.name as child, parent.name as parent from core.component_relationships as link
       join core.components as child on child.id = link.component_id
       join core.components as parent on parent.id = link.relationship_id
       where child.topology_id = $1 and link.deleted_at is null`,
      [topology],
    )
    expect(rows).toEqual([{ child: 'c', parent: 'd' }])
  })

  test('two topologies that claim one component keep their own', async () => {
    const [one, other] = [await addTopology(database.pool, 'one'), await addTopology(database.pool, 'other')]
    const claims = (id: string) => inTransaction(database.pool, (client) => claimsOf(client, id))
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

describe('roll-up', () => {
  test('a red check makes its component and all above it red, and green again [TOP-038, TOP-034]', async () => {
    const topology = await addTopology(database.pool)
    await publish(topology, [
      node('root', { children: [node('mid', { children: [node('leaf'), node('quiet')] })] }),
    ])
    await settle()
    const start = await stored(topology)
    expect(start.get('root')).toMatchObject({ health: 'unknown', status: 'unknown' })
    const check = await addCheck(database.pool, 'check')
    await linkCheck(idOf(start, 'leaf'), check)
    await settle()
    expect((await stored(topology)).get('root')).toMatchObject({
      health: 'healthy',
      summary: { checks: { healthy: 1 } },
    })
    await setCheck(check, 'unhealthy')
    await markLinked(database.pool, 'checks', [check])
    await settle()
    const red = await stored(topology)
    for (const name of ['root', 'mid', 'leaf'])
      expect(red.get(name)).toMatchObject({ health: 'unhealthy', summary: { checks: { unhealthy: 1 } } })
    expect(red.get('quiet')).toMatchObject({ health: 'unknown' })
    expect(red.get('root')?.summary).toMatchObject({ unhealthy: 1, healthy: 0 })
    await setCheck(check, 'healthy')
    await markDifferent(database.pool, 'checks', [check])
    await settle()
    expect((await stored(topology)).get('root')).toMatchObject({
      health: 'healthy',
      summary: { unhealthy: 0, healthy: 1 },
    })
    const { rows } = await database.pool.query(
      'select previous, health from core.component_transitions where component_id = $1 order by at',
      [idOf(start, 'root')],
    )
    expect(rows).toEqual([
      { previous: null, health: 'unknown' },
      { previous: 'unknown', health: 'healthy' },
      { previous: 'healthy', health: 'unhealthy' },
      { previous: 'unhealthy', health: 'healthy' },
    ])
  })

  test('what has healthy and unhealthy things below it counts above it as a warning', async () => {
    const topology = await addTopology(database.pool)
    const pods = [
      node('p1', { health: 'healthy' }),
      node('p2', { health: 'unhealthy' }),
      node('p3', { status: 'info' }),
    ]
    await publish(topology, [node('top', { children: [node('mixed', { children: pods })] })])
    await settle()
    const after = await stored(topology)
    expect(after.get('mixed')).toMatchObject({
      health: 'unhealthy',
      summary: { healthy: 1, unhealthy: 1, info: 1 },
    })
    expect(after.get('top')?.summary).toMatchObject({ healthy: 0, unhealthy: 0, warning: 1, info: 1 })
  })

  test('expressions decide health and status, and say what is wrong with them', async () => {
    const topology = await addTopology(database.pool)
    await publish(topology, [
      node('lenient', {
        healthExpression: "summary.unhealthy > 1 ? 'unhealthy' : 'healthy'",
        statusExpression: "string(summary.unhealthy) + ' down'",
        children: [node('down', { health: 'unhealthy', status: 'CrashLoopBackOff' })],
      }),
      node('wrong', { healthExpression: "'purple'", health: 'warning' }),
    ])
    await settle()
    const after = await stored(topology)
    expect(after.get('lenient')).toMatchObject({ health: 'healthy', status: '1 down' })
    expect(after.get('down')).toMatchObject({ health: 'unhealthy', status: 'CrashLoopBackOff' })
    expect(after.get('wrong')).toMatchObject({
      health: 'warning',
      reason: 'healthExpr: "purple" is not a health (healthy, unknown, warning, unhealthy)',
    })
  })

  test('expressions that take long do not hold up components of others', async () => {
    const [slow, other] = [await addTopology(database.pool), await addTopology(database.pool)]
    const list = `[${Array.from({ length: 400 }, (_, number) => number).join(',')}]`
    const healthExpression = `${list}.all(a, ${list}.all(b, a + b >= 0)) ? 'healthy' : 'unhealthy'`
    const many = Array.from({ length: 300 }, (_, number) => node(`slow ${number}`, { healthExpression }))
    await publish(slow, many)
    await publish(other, [node('quick', { healthExpression: "'warning'" })])
    const before = process.cpuUsage()
    await settle()
    const { user } = process.cpuUsage(before)
    expect(user / 1_000).toBeLessThan(15_000)
    expect((await stored(other)).get('quick')).toMatchObject({ health: 'warning', reason: null })
    const reasons = [...(await stored(slow)).values()].map(({ reason }) => reason)
    expect(reasons).toContainEqual(expect.stringContaining('expressions of this topology take too long'))
  }, 120_000)

  test('costs of catalog items add up over all above, and go with them', async () => {
    const topology = await addTopology(database.pool)
    await publish(topology, [node('account', { children: [node('region', { children: [node('db')] })] })])
    const components = await stored(topology)
    const [dear, cheap] = [
      await addItem(database.pool, 'dear', 0.1),
      await addItem(database.pool, 'cheap', 0.2),
    ]
    await linkItem(idOf(components, 'db'), dear)
    await linkItem(idOf(components, 'region'), cheap)
    await settle()
    const costs = async () => {
      const { rows } = await database.pool.query(
        `select name, cost_total_30d::float8 as month, cost_per_minute as minute from api.components
         where topology_id = $1 order by name`,
        [topology],
      )
      return Object.fromEntries(rows.map(({ name, month, minute }) => [name, minute ?? month]))
    }
    expect(await costs()).toEqual({ account: 0.3, db: 0.1, region: 0.3 })
    await setCost(dear, 1_000.0001)
    await settle()
    expect(await costs()).toEqual({ account: 1_000.2001, db: 1_000.0001, region: 1_000.2001 })
    await setCost(cheap, null)
    await publish(topology, [node('account', { children: [node('region')] })])
    await settle()
    expect((await costs()).account).toBeNull()
  })

  test('a check or item of several components counts once in each component above them, also after they move', async () => {
    const topology = await addTopology(database.pool)
    const tree = (below: 'region' | 'other') => [
      node('account', {
        children: [
          node('region', { children: below === 'region' ? [node('db')] : [] }),
          node('other', { children: below === 'other' ? [node('db')] : [] }),
        ],
      }),
    ]
    await publish(topology, tree('region'))
    await settle()
    const components = await stored(topology)
    const item = await addItem(database.pool, 'shared', 2)
    await database.pool.query(
      `insert into core.config_analysis (id, config_id, analyzer, analysis_type, severity, status)
       values ($1, $2, 'linter', 'cost', 'high', 'open')`,
      [newId(), item],
    )
    const check = await addCheck(database.pool, 'shared', 'unhealthy')
    const counted = async () => {
      const { rows } = await database.pool.query(
        `select name, cost_total_30d::float8 as cost, summary -> 'checks' ->> 'unhealthy' as checks,
           summary -> 'insights' -> 'cost' ->> 'high' as insights
         from api.components
         where topology_id = $1 order by name`,
        [topology],
      )
      return Object.fromEntries(rows.map(({ name, ...counts }) => [name, Object.values(counts).join(' ')]))
    }
    const link = async (name: string) => {
      await linkItem(idOf(components, name), item)
      await linkCheck(idOf(components, name), check)
      await settle()
    }
    await link('region')
    const once = '2 1 1'
    expect(await counted()).toMatchObject({ account: once, region: once, db: '  ' })
    // One after the other, so that the one above was counted before.
    await link('db')
    await link('account')
    expect(await counted()).toMatchObject({ account: once, region: once, db: once })
    await setCheck(check, 'healthy')
    await markLinked(database.pool, 'checks', [check])
    await settle()
    expect(await counted()).toMatchObject({ account: '2  1', region: '2  1', db: '2  1' })
    await setCheck(check, 'unhealthy')
    await markLinked(database.pool, 'checks', [check])
    // The region has it still, and the other one gets it: side by side.
    await publish(topology, tree('other'))
    await settle()
    expect(await counted()).toMatchObject({ account: once, region: once, other: once, db: once })
    await database.pool.query(
      'delete from core.config_component_relationships where component_id = $1 and config_id = $2',
      [idOf(components, 'db'), item],
    )
    await database.pool.query(
      'update core.check_component_relationships set deleted_at = now() where component_id = $1',
      [idOf(components, 'db')],
    )
    await settle()
    await markDifferent(database.pool, 'configs', null)
    await settle()
    expect(await counted()).toMatchObject({ account: once, region: once, other: '  ', db: '  ' })
  })

  test('a relationship that closes a circle does not count', async () => {
    const topology = await addTopology(database.pool)
    await publish(topology, [node('a', { children: [node('b', { health: 'unhealthy' })] })])
    const components = await stored(topology)
    await database.pool.query(
      `insert into core.component_relationships (component_id, relationship_id, selector_id) values ($1, $2, 'selector')`,
      [idOf(components, 'a'), idOf(components, 'b')],
    )
    await settle()
    const after = await stored(topology)
    expect(after.get('a')).toMatchObject({ health: 'unhealthy', summary: { unhealthy: 1 } })
    const { rows } = await database.pool.query(
      'select refused from core.component_relationships where component_id = $1',
      [idOf(components, 'a')],
    )
    expect(rows).toEqual([{ refused: 'it would close a circle' }])
  })
})

describe('what follows from health', () => {
  test('a component that is an item has its status too, before the next run', async () => {
    const { pool } = database
    const topology = await addTopology(pool)
    const [item, other] = [await addItem(pool, 'pod', null), await addItem(pool, 'node', null)]
    await publish(topology, [
      node('drawn', {
        externalId: item,
        configId: item,
        followsItem: true,
        health: 'healthy',
        status: 'Running',
      }),
      node('written', { configId: other, status: 'as written' }),
    ])
    await pool.query(
      `update core.config_items set health = 'unhealthy', status = 'CrashLoopBackOff' where id = any ($1)`,
      [[item, other]],
    )
    await markLinked(pool, 'configs', [item, other])
    await settle()
    const components = await stored(topology)
    expect(components.get('drawn')).toMatchObject({ health: 'unhealthy', status: 'CrashLoopBackOff' })
    expect(components.get('written')).toMatchObject({ health: 'unhealthy', status: 'as written' })
  })

  test('events of changes, but none of what is well from the start', async () => {
    const told: unknown[] = []
    const events = {
      ...parts.events,
      isConsumed: () => true,
      emit: (_: unknown, name: string, ...payloads: readonly object[]) => {
        told.push(...payloads.map((payload) => ({ name, ...payload })))
        return Promise.resolve()
      },
    }
    await settle()
    const topology = await addTopology(database.pool)
    await publish(topology, [node('good', { health: 'healthy' }), node('bad', { health: 'warning' })])
    await rollUp(database.pool, { ...parts, events })
    const components = await stored(topology)
    expect(told).toEqual([
      {
        name: 'component.warning',
        componentId: idOf(components, 'bad'),
        time: expect.any(String),
        previous: null,
      },
    ])
    await publish(topology, [node('good', { health: 'unhealthy' }), node('bad', { health: 'warning' })])
    await rollUp(database.pool, { ...parts, events })
    expect(told.slice(1)).toEqual([
      {
        name: 'component.unhealthy',
        componentId: idOf(components, 'good'),
        time: expect.any(String),
        previous: 'healthy',
      },
    ])
  })

  test('sums of a day that is over, and components that are forgotten', async () => {
    const topology = await addTopology(database.pool)
    await publish(topology, [node('up', { health: 'healthy', children: [node('down')] })])
    await settle()
    const components = await stored(topology)
    const id = idOf(components, 'down')
    await database.pool.query(`update core.components set created_at = '2026-11-01' where topology_id = $1`, [
      topology,
    ])
    await database.pool.query(
      `insert into core.component_transitions (component_id, at, health, previous)
       values ($1, '2026-11-20T06:00:00Z', 'unhealthy', 'healthy'), ($1, '2026-11-20T12:00:00Z', 'healthy', 'unhealthy')`,
      [id],
    )
    await sumUpDays(database.pool, new Date('2026-11-21T01:00:00Z'))
    const { rows } = await database.pool.query(
      `select component_id = $1 as down, healthy, warning, unhealthy, unknown, transitions from core.component_health_daily
       where day = '2026-11-20' and component_id = any ($2) order by down`,
      [id, [id, idOf(components, 'up')]],
    )
    expect(rows).toEqual([
      { down: false, healthy: 0, warning: 0, unhealthy: 0, unknown: 86_400, transitions: 0 },
      { down: true, healthy: 64_800, warning: 0, unhealthy: 21_600, unknown: 0, transitions: 2 },
    ])
    await publish(topology, [node('up', { health: 'healthy' })])
    await forgetDeleted(database.pool, new Date(Date.now() + 8 * 86_400_000))
    expect([...(await stored(topology)).keys()]).toEqual(['up'])
  })
})

/** Everything that the roll-up stores of a topology, without times. */
async function states(topologies: readonly string[]): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select component.id, state.health, state.status, state.own, state.below, state.gives, state.summary
     from core.component_states as state join core.components as component on component.id = state.component_id
     where component.topology_id = any ($1) and component.deleted_at is null order by component.id`,
    [topologies],
  )
  return rows
}

async function recount(topologies: readonly string[]): Promise<unknown[]> {
  await database.pool.query(
    `delete from core.component_states where component_id in (select id from core.components where topology_id = any ($1))`,
    [topologies],
  )
  await database.pool.query(
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
    (await database.pool.query<Record<string, string>>(sql, [...values])).rows
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
      const held = items.filter((item) => things.has(item.id))
      const insights = held.reduce((sum, item) => sum + Number(item.insights), 0)
      const cost = held.reduce((sum, item) => sum + Math.round(Number(item.cost) * 10_000), 0)
      return [id, { states, insights, cost }]
    }),
  )
}

async function countedAsStored(topologyId: string): Promise<Record<string, unknown>> {
  const { rows } = await database.pool.query(
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
      Array.from({ length: 4 }, (_, number) => addCheck(database.pool, `check ${number}`)),
    )
    const items = await Promise.all(
      Array.from({ length: 3 }, (_, number) => addItem(database.pool, `item ${number}`, 0.1)),
    )
    for (const item of items)
      await database.pool.query(
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
          const topology = await addTopology(database.pool)
          await publish(topology, treeOf(first))
          for (const [each, settles] of steps) {
            if (settles) await settle()
            const components = await stored(topology)
            if (each.kind === 'publish') await publish(topology, treeOf(each.tree))
            else if (each.kind === 'check') {
              const check = checks[each.check] ?? ''
              await setCheck(check, each.state)
              await markLinked(database.pool, 'checks', [check])
            } else if (each.kind === 'link') {
              const component = components.get(`c${each.component}`)
              if (component?.deleted === false) await linkCheck(component.id, checks[each.check] ?? '')
            } else if (each.kind === 'unlink') {
              const id = idOf(components, `c${each.component}`)
              if (id !== '')
                await database.pool.query(
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
                await database.pool.query(
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
        const topology = await addTopology(database.pool)
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
