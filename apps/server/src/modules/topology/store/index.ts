import type { ClientBase, Pool } from 'pg'
import { newId } from '../../../platform/ids.ts'
import type { ComponentNode, TopologyRun, TopologyRunResult } from '../component-tree.ts'

const known = 'select id, external_id, coalesce(type, $2) as type from core.components where topology_id = $1'

const write = `
  insert into core.components as stored
    (id, agent_id, topology_id, parent_id, external_id, name, namespace, type, icon, status, health, labels, config_id,
     selectors, component_checks, configs, properties, hidden, owner, text)
  select id, $2, $1, parent_id, external_id, name, namespace, type, icon, status, health, labels, config_id, selectors,
    component_checks, configs, properties, hidden, owner, text
  from json_populate_recordset(null::core.components, $3)
  on conflict (id) do update set
    parent_id = excluded.parent_id, name = excluded.name, namespace = excluded.namespace, icon = excluded.icon,
    status = excluded.status, health = excluded.health, labels = excluded.labels, config_id = excluded.config_id,
    selectors = excluded.selectors, component_checks = excluded.component_checks, configs = excluded.configs,
    properties = excluded.properties, hidden = excluded.hidden, owner = excluded.owner, text = excluded.text,
    deleted_at = null`

/** Stores what a run saw, without health of what is below, history and brake. */
export async function publishTopology(
  client: Pool | ClientBase,
  { topologyId, agentId, roots, complete }: TopologyRun,
): Promise<TopologyRunResult> {
  const { rows } = await client.query<{ id: string; external_id: string; type: string }>(known, [
    topologyId,
    '',
  ])
  const ids = new Map(
    rows.map(({ id, external_id: external, type }) => [JSON.stringify([external, type]), id]),
  )
  const seen = new Map<string, object>()
  const visit = (nodes: readonly ComponentNode[], parent: string | null) => {
    for (const node of nodes) {
      const id = ids.get(JSON.stringify([node.externalId, node.type ?? ''])) ?? newId()
      seen.set(id, {
        ...node,
        id,
        parent_id: parent,
        external_id: node.externalId,
        config_id: node.configId,
        component_checks: node.checks,
      })
      visit(node.children, id)
    }
  }
  visit(roots, null)
  await client.query(write, [topologyId, agentId, JSON.stringify([...seen.values()])])
  const gone = complete ? rows.filter(({ id }) => !seen.has(id)).map(({ id }) => id) : []
  await client.query('select core.delete_components($1::uuid[], now())', [gone])
  const added = [...seen.keys()].filter((id) => !rows.some((row) => row.id === id)).length
  return { added, updated: seen.size - added, deleted: gone.length, held: 0 }
}
