import type { ClientBase, Pool } from 'pg'

/** A stored topology. */
export interface StoredTopology {
  id: string
  agent_id: string
  name: string
  namespace: string
  labels: Record<string, string>
  spec: Record<string, unknown>
  schedule: string | null
  source: string | null
}

/** A topology in use. */
export async function findTopology(
  client: ClientBase | Pool,
  id: string,
): Promise<StoredTopology | undefined> {
  const { rows } = await client.query<StoredTopology>(
    `select id, agent_id, name, namespace, labels, spec, schedule, source from core.topologies
     where id = $1 and deleted_at is null`,
    [id],
  )
  return rows[0]
}
