import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { createScriptEngine } from '@binnacle/scripting'
import type { Pool } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { createEvents } from '../../../platform/events/index.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { ComponentNode, TopologyRun } from '../component-tree.ts'
import { rollUp } from '../roll-up/roller.ts'
import { markDifferent } from '../roll-up/mark/stale.ts'
import { publishTopology } from './index.ts'

/** Makes a component of a run for tests. */
export function componentNode(name: string, changes: Partial<ComponentNode> = {}): ComponentNode {
  return {
    externalId: name,
    name,
    labels: {},
    hidden: false,
    properties: [],
    selectors: [],
    needs: [],
    checks: [],
    configs: [],
    logs: [],
    children: [],
    ...changes,
  }
}

/** Makes a run that saw everything, for tests. */
export function topologyRun(
  topologyId: string,
  roots: readonly ComponentNode[],
  complete = true,
): TopologyRun {
  return { topologyId, agentId: LOCAL_AGENT_ID, roots, complete }
}

/** Adds a topology for tests. */
export async function addTopology(pool: Pool, name = 'shop'): Promise<string> {
  const id = newId()
  await pool.query('insert into core.topologies (id, name) values ($1, $2)', [id, `${name} ${id}`])
  return id
}

/** Adds a check for tests, with a state. */
export async function addCheck(pool: Pool, name: string, state = 'healthy'): Promise<string> {
  const canary = newId()
  const check = newId()
  await pool.query(`insert into core.canaries (id, name, spec, revision) values ($1, $2, '{}', $1)`, [
    canary,
    `${name} ${canary}`,
  ])
  await pool.query(
    `insert into core.checks (id, canary_id, type, name, namespace, spec) values ($1, $2, 'http', $3, 'default', '{}')`,
    [check, canary, name],
  )
  await pool.query(
    `insert into core.check_state (check_id, revision, type, timeout_milliseconds, state) values ($1, $2, 'http', 1000, $3)`,
    [check, newId(), state],
  )
  return check
}

/** Adds a catalog item for tests, with what it cost in the last 30 days. */
export async function addItem(pool: Pool, name: string, cost: number | null): Promise<string> {
  const id = newId()
  await pool.query(
    `insert into core.config_items (id, external_id, type, name, config_class, cost_total_30d)
     values ($1, array[$2::text], 'Shop::Db', $3, 'Database', $4)`,
    [id, id, name, cost],
  )
  return id
}

/** A component as the store rolled it up. */
interface StoredComponent {
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

/** Creates a database for the tests of a file. @returns functions that store components, change them and read them */
export function useStore() {
  const scripts = createScriptEngine({ now: () => new Date() })
  let clock = new Date().getTime()
  // Two transitions of a component are never at the same time.
  const now = () => new Date((clock += 1_000))
  const dependencies = { events: createEvents({ now }), scripts, now }
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => scripts.close())

  async function stored(topologyId: string): Promise<Map<string, StoredComponent>> {
    const { rows } = await database.pool.query<StoredComponent>(
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

  const settle = () => rollUp(database.pool, dependencies)

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

  return {
    get pool() {
      return database.pool
    },
    dependencies,
    stored,
    publish,
    settle,
    linkCheck,
    linkItem,
    setCost,
    setCheck,
  }
}

/** Finds a component by name. @returns its id; an empty text if there is no such component */
export const idOf = (components: ReadonlyMap<string, StoredComponent>, name: string) =>
  components.get(name)?.id ?? ''
