import type { SharedParts, TopologyShare } from '@binnacle/contract/topology'
import { digest, newToken } from '@binnacle/identity'
import type { ClientBase, Pool } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'

/** Most components that are shared at a time. All are in memory, and in one list on the screen. */
const MOST_SHARES = 200
const resource = 'topology_shares'

/** The answer for all that a visitor may not see: no such component, not shared, withdrawn, wrong key. Source: VIEW-003. */
export const notFound = () => new RequestError('ENOTFOUND', 'Component not found')

interface ShareRow {
  component_id: string
  name: string
  deleted: boolean
  properties: boolean
  messages: boolean
  shared_by: string | null
  shared_at: Date
  link_at: Date
  last_seen_at: Date | null
}

const findShares = `
  select share.component_id, component.name, component.deleted_at is not null as deleted, share.properties,
    share.messages, person.name as shared_by, share.shared_at, share.link_at, share.last_seen_at
  from core.topology_shares as share
  join core.components as component on component.id = share.component_id
  left join core.people as person on person.id = share.shared_by
  order by component.name, share.component_id`

/** Shared components by name. There are at most 200. */
export async function listShares(pool: Pool): Promise<TopologyShare[]> {
  const { rows } = await pool.query<ShareRow>(findShares)
  return rows.map((row) => ({
    ...row,
    shared_at: row.shared_at.toISOString(),
    link_at: row.link_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }))
}

type StoredShare = SharedParts & { name: string }

/** Locks a share until the end of the transaction. @throws RequestError if the component is not shared */
async function requireShare(client: ClientBase, id: string): Promise<StoredShare> {
  const { rows } = await client.query<StoredShare>(
    `select share.properties, share.messages, component.name
     from core.topology_shares as share join core.components as component on component.id = share.component_id
     where share.component_id = $1 for update of share`,
    [id],
  )
  const [share] = rows
  if (share === undefined) throw new RequestError('ENOTFOUND', 'This component is not shared')
  return share
}

/**
 * Shares a component with all below it.
 * @returns the key of the link, of which only the digest is stored
 * @throws RequestError for a component that is not there or is shared already
 */
export async function shareComponent(
  client: ClientBase,
  actor: Actor,
  id: string,
  { properties, messages }: SharedParts,
  now: Date,
): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select name from core.components where id = $1 and deleted_at is null for no key update',
    [id],
  )
  const [component] = rows
  if (component === undefined) throw notFound()
  const count = await client.query<{ shares: number }>(
    'select count(*)::integer as shares from core.topology_shares',
  )
  if ((count.rows[0]?.shares ?? 0) >= MOST_SHARES)
    throw new RequestError('ECONFLICT', `${MOST_SHARES} components are shared already; withdraw one first`)
  const key = newToken()
  const { rowCount } = await client.query(
    `insert into core.topology_shares (component_id, key_digest, properties, messages, shared_by, shared_at, link_at)
     values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing`,
    [id, digest(key), properties, messages, actor.personId, now],
  )
  if (rowCount === 0) throw new RequestError('ECONFLICT', 'This component is shared already')
  await audit(client, actor, {
    action: 'share',
    resource,
    id,
    name: component.name,
    after: { properties, messages },
  })
  return key
}

/** Changes what a view shows. Its link stays. */
export async function changeShare(
  client: ClientBase,
  actor: Actor,
  id: string,
  { properties, messages }: SharedParts,
): Promise<void> {
  const { name, ...before } = await requireShare(client, id)
  await client.query(
    'update core.topology_shares set properties = $2, messages = $3 where component_id = $1',
    [id, properties, messages],
  )
  await audit(client, actor, {
    action: 'update',
    resource,
    id,
    name,
    before,
    after: { properties, messages },
  })
}

/** Makes another link. The old one ends. @returns its key */
export async function renewLink(client: ClientBase, actor: Actor, id: string, now: Date): Promise<string> {
  const { name } = await requireShare(client, id)
  const key = newToken()
  await client.query(
    'update core.topology_shares set key_digest = $2, link_at = $3, last_seen_at = null where component_id = $1',
    [id, digest(key), now],
  )
  await audit(client, actor, { action: 'renew-link', resource, id, name, after: {} })
  return key
}

/** Withdraws a share. Nothing of it is left but the audit log. */
export async function withdrawShare(client: ClientBase, actor: Actor, id: string): Promise<void> {
  const { name, ...before } = await requireShare(client, id)
  await client.query('delete from core.topology_shares where component_id = $1', [id])
  await audit(client, actor, { action: 'withdraw', resource, id, name, before })
}
