import type { ClientBase } from 'pg'

/** Components of one topology that another one has too. */
interface Claim {
  topology: string
  namespace: string
  name: string
  external_id: string
  count: number
}

// Only the later topology says so, or each would complain of the other. Two trees of the same catalog items are no mistake:
// there the item makes both components one thing.
const findClaims = `
  select other.name as topology, other.namespace, count(*)::integer as count,
    (array_agg(mine.name order by mine.name, mine.id))[1] as name,
    (array_agg(mine.external_id order by mine.name, mine.id))[1] as external_id
  from core.topologies as own
  join core.topologies as other on other.agent_id = own.agent_id and other.deleted_at is null
    and (other.created_at, other.id) < (own.created_at, own.id)
  join core.components as mine on mine.topology_id = own.id and mine.deleted_at is null
    and mine.external_id is distinct from mine.config_id::text
  join core.components as theirs on theirs.topology_id = other.id and theirs.deleted_at is null
    and theirs.external_id = mine.external_id and coalesce(theirs.type, '') = coalesce(mine.type, '')
  where own.id = $1
  group by other.id
  order by other.namespace, other.name
  limit 20`

/**
 * Says which components of a topology an earlier topology of its agent has too.
 * @returns a sentence for each of these topologies
 */
export async function claimsOf(client: ClientBase, topologyId: string): Promise<string[]> {
  const { rows } = await client.query<Claim>(findClaims, [topologyId])
  return rows.map(({ topology, namespace, name, external_id: externalId, count }) => {
    const others = count === 1 ? '' : ` and ${count - 1} more`
    return `${name} (${externalId})${others}: the topology ${namespace}/${topology} has the same external id and type, so each topology shows its own card`
  })
}
