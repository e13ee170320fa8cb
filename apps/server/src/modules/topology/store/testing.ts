import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import { newId } from '../../../platform/ids.ts'
import type { ComponentNode, TopologyRun } from '../component-tree.ts'

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
