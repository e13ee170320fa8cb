import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { rollUp } from '../roll-up/roller.ts'
import { markDifferent, markLinked } from '../roll-up/mark/stale.ts'
import { removeOldComponents } from '../selectors/clean-up.ts'
import { forgetHistory, sumUpDays } from './retention.ts'
import { addCheck, addItem, addTopology, idOf, componentNode as node, useStore } from './testing.ts'

const store = useStore()
const { stored, publish, settle, linkCheck, linkItem, setCost, setCheck } = store

describe('roll-up', () => {
  test('a red check makes its component and all above it red, and green again [TOP-038, TOP-034]', async () => {
    const topology = await addTopology(store.pool)
    await publish(topology, [
      node('root', { children: [node('mid', { children: [node('leaf'), node('quiet')] })] }),
    ])
    await settle()
    const start = await stored(topology)
    expect(start.get('root')).toMatchObject({ health: 'unknown', status: 'unknown' })
    const check = await addCheck(store.pool, 'check')
    await linkCheck(idOf(start, 'leaf'), check)
    await settle()
    expect((await stored(topology)).get('root')).toMatchObject({
      health: 'healthy',
      summary: { checks: { healthy: 1 } },
    })
    await setCheck(check, 'unhealthy')
    await markLinked(store.pool, 'checks', [check])
    await settle()
    const red = await stored(topology)
    for (const name of ['root', 'mid', 'leaf'])
      expect(red.get(name)).toMatchObject({ health: 'unhealthy', summary: { checks: { unhealthy: 1 } } })
    expect(red.get('quiet')).toMatchObject({ health: 'unknown' })
    expect(red.get('root')?.summary).toMatchObject({ unhealthy: 1, healthy: 0 })
    await setCheck(check, 'healthy')
    await markDifferent(store.pool, 'checks', [check])
    await settle()
    expect((await stored(topology)).get('root')).toMatchObject({
      health: 'healthy',
      summary: { unhealthy: 0, healthy: 1 },
    })
    const { rows } = await store.pool.query(
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
    const topology = await addTopology(store.pool)
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
    const topology = await addTopology(store.pool)
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
      reason: 'healthExpr: "purple" is not a health (unhealthy, warning, unknown, healthy)',
    })
  })

  test('expressions that take long do not hold up components of others', async () => {
    const [slow, other] = [await addTopology(store.pool), await addTopology(store.pool)]
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
    const topology = await addTopology(store.pool)
    await publish(topology, [node('account', { children: [node('region', { children: [node('db')] })] })])
    const components = await stored(topology)
    const [dear, cheap] = [await addItem(store.pool, 'dear', 0.1), await addItem(store.pool, 'cheap', 0.2)]
    await linkItem(idOf(components, 'db'), dear)
    await linkItem(idOf(components, 'region'), cheap)
    await settle()
    const costs = async () => {
      const { rows } = await store.pool.query(
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
    const topology = await addTopology(store.pool)
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
    const item = await addItem(store.pool, 'shared', 2)
    await store.pool.query(
      `insert into core.config_analysis (id, config_id, analyzer, analysis_type, severity, status)
       values ($1, $2, 'linter', 'cost', 'high', 'open')`,
      [newId(), item],
    )
    const check = await addCheck(store.pool, 'shared', 'unhealthy')
    const counted = async () => {
      const { rows } = await store.pool.query(
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
    await markLinked(store.pool, 'checks', [check])
    await settle()
    expect(await counted()).toMatchObject({ account: '2  1', region: '2  1', db: '2  1' })
    await setCheck(check, 'unhealthy')
    await markLinked(store.pool, 'checks', [check])
    // The region has it still, and the other one gets it: side by side.
    await publish(topology, tree('other'))
    await settle()
    expect(await counted()).toMatchObject({ account: once, region: once, other: once, db: once })
    await store.pool.query(
      'delete from core.config_component_relationships where component_id = $1 and config_id = $2',
      [idOf(components, 'db'), item],
    )
    await store.pool.query(
      'update core.check_component_relationships set deleted_at = now() where component_id = $1',
      [idOf(components, 'db')],
    )
    await settle()
    await markDifferent(store.pool, 'configs', null)
    await settle()
    expect(await counted()).toMatchObject({ account: once, region: once, other: '  ', db: '  ' })
  })

  test('a relationship that closes a circle does not count', async () => {
    const topology = await addTopology(store.pool)
    await publish(topology, [node('a', { children: [node('b', { health: 'unhealthy' })] })])
    const components = await stored(topology)
    await store.pool.query(
      `insert into core.component_relationships (component_id, relationship_id, selector_id) values ($1, $2, 'selector')`,
      [idOf(components, 'a'), idOf(components, 'b')],
    )
    await settle()
    const after = await stored(topology)
    expect(after.get('a')).toMatchObject({ health: 'unhealthy', summary: { unhealthy: 1 } })
    const { rows } = await store.pool.query(
      'select refused from core.component_relationships where component_id = $1',
      [idOf(components, 'a')],
    )
    expect(rows).toEqual([{ refused: 'it would close a circle' }])
  })
})

describe('what follows from health', () => {
  test('a component that is an item has its status too, before the next run', async () => {
    const { pool } = store
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
    const received: unknown[] = []
    const events = {
      ...store.dependencies.events,
      isConsumed: () => true,
      emit: (_: unknown, name: string, ...payloads: readonly object[]) => {
        received.push(...payloads.map((payload) => ({ name, ...payload })))
        return Promise.resolve()
      },
    }
    await settle()
    const topology = await addTopology(store.pool)
    await publish(topology, [node('good', { health: 'healthy' }), node('bad', { health: 'warning' })])
    await rollUp(store.pool, { ...store.dependencies, events })
    const components = await stored(topology)
    expect(received).toEqual([
      {
        name: 'component.warning',
        componentId: idOf(components, 'bad'),
        time: expect.any(String),
        previous: null,
      },
    ])
    await publish(topology, [node('good', { health: 'unhealthy' }), node('bad', { health: 'warning' })])
    await rollUp(store.pool, { ...store.dependencies, events })
    expect(received.slice(1)).toEqual([
      {
        name: 'component.unhealthy',
        componentId: idOf(components, 'good'),
        time: expect.any(String),
        previous: 'healthy',
      },
    ])
  })

  test('sums of a day that is over, and components that are forgotten', async () => {
    const topology = await addTopology(store.pool)
    await publish(topology, [node('up', { health: 'healthy', children: [node('down')] })])
    await settle()
    const components = await stored(topology)
    const id = idOf(components, 'down')
    await store.pool.query(`update core.components set created_at = '2026-11-01' where topology_id = $1`, [
      topology,
    ])
    await store.pool.query(
      `insert into core.component_transitions (component_id, at, health, previous)
       values ($1, '2026-11-20T06:00:00Z', 'unhealthy', 'healthy'), ($1, '2026-11-20T12:00:00Z', 'healthy', 'unhealthy')`,
      [id],
    )
    await sumUpDays(store.pool, new Date('2026-11-21T01:00:00Z'))
    const { rows } = await store.pool.query(
      `select component_id = $1 as down, healthy, warning, unhealthy, unknown, transitions from core.component_health_daily
       where day = '2026-11-20' and component_id = any ($2) order by down`,
      [id, [id, idOf(components, 'up')]],
    )
    expect(rows).toEqual([
      { down: false, healthy: 0, warning: 0, unhealthy: 0, unknown: 86_400, transitions: 0 },
      { down: true, healthy: 64_800, warning: 0, unhealthy: 21_600, unknown: 0, transitions: 2 },
    ])
    await publish(topology, [node('up', { health: 'healthy' })])
    const later = new Date(Date.now() + 8 * 86_400_000)
    await forgetHistory(store.pool, later)
    await removeOldComponents(store.pool, later, '30d')
    expect([...(await stored(topology)).keys()].toSorted()).toEqual(['down', 'up'])
    await removeOldComponents(store.pool, later, undefined)
    expect([...(await stored(topology)).keys()]).toEqual(['up'])
  })
})
