import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'

/** Components of one topology that another one has too. */
type Claim = Columns<'core.topologies', 'namespace'> &
  Columns<'core.components', 'name' | 'external_id'> & { topology: string; count: number }

// Only the later topology says so, or each would complain of the other. Two trees of the same catalog items are no mistake:
// there the item makes both components one thing.
const findClaims = (topologyId: string) => sql`
  with mine as materialized (
    select external_id, coalesce(type, '') as type, name, row_number() over (order by name, id) as place
    from core.components
    where topology_id = ${topologyId} and deleted_at is null and external_id is distinct from config_id::text
  ), claims as (
    select theirs.topology_id, count(*)::integer as count, min(mine.place) as place
    from mine
    join core.components as theirs on theirs.external_id = mine.external_id and coalesce(theirs.type, '') = mine.type
      and theirs.topology_id is not null and theirs.topology_id <> ${topologyId} and theirs.deleted_at is null
    group by theirs.topology_id
  )
  select other.name as topology, other.namespace, claims.count, mine.name, mine.external_id
  from core.topologies as own
  join core.topologies as other on other.agent_id = own.agent_id and other.deleted_at is null
    and (other.created_at, other.id) < (own.created_at, own.id)
  join claims on claims.topology_id = other.id
  join mine on mine.place = claims.place
  where own.id = ${topologyId}
  order by other.namespace, other.name
  limit 20`

/**
 * Says which components of a topology an earlier topology of its agent has too.
 * @returns a sentence for each of these topologies
 */
export async function claimsOf(client: ClientBase, topologyId: string): Promise<string[]> {
  const { rows } = await client.query<Claim>(findClaims(topologyId))
  return rows.map(({ topology, namespace, name, external_id: externalId, count }) => {
    const others = count === 1 ? '' : ` and ${count - 1} more`
    return `${name} (${externalId})${others}: the topology ${namespace}/${topology} has the same external id and type, so each topology shows its own card`
  })
}
