import type { SharedParts, TopologyShare } from '@binnacle/contract/topology'
import { digest, newToken } from '@binnacle/identity'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'

/** Most components that are shared at a time. All are in memory, and in one list on the screen. */
const MOST_SHARES = 200
const resource = 'topology_shares'

/** The answer for all that a visitor may not see: no such component, not shared, withdrawn, wrong key. Source: VIEW-003. */
export const notFound = () => new RequestError('ENOTFOUND', 'Component not found')

/** Shared components by name. There are at most 200. */
export async function listShares(pool: Pool): Promise<TopologyShare[]> {
  const rows = await tablesOn(pool)
    .selectFrom('core.topology_shares as share')
    .innerJoin('core.components as component', 'component.id', 'share.component_id')
    .leftJoin('core.people as person', 'person.id', 'share.shared_by')
    .select([
      'share.component_id',
      'component.name',
      fragment<boolean>`component.deleted_at is not null`.as('deleted'),
      'share.properties',
      'share.messages',
      'person.name as shared_by',
      'share.shared_at',
      'share.link_at',
      'share.last_seen_at',
    ])
    .orderBy('component.name')
    .orderBy('share.component_id')
    .execute()
  return rows.map((row) => ({
    ...row,
    shared_at: row.shared_at.toISOString(),
    link_at: row.link_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }))
}

/** Locks a share until the end of the transaction. @throws RequestError if the component is not shared */
async function requireShare(client: ClientBase, id: string): Promise<SharedParts & { name: string }> {
  const share = await tablesOn(client)
    .selectFrom('core.topology_shares as share')
    .innerJoin('core.components as component', 'component.id', 'share.component_id')
    .select(['share.properties', 'share.messages', 'component.name'])
    .where('share.component_id', '=', id)
    .forUpdate('share')
    .executeTakeFirst()
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
  const tables = tablesOn(client)
  const component = await tables
    .selectFrom('core.components')
    .select('name')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (component === undefined) throw notFound()
  const { shares } = await tables
    .selectFrom('core.topology_shares')
    .select(({ fn }) => fn.countAll<number>().as('shares'))
    .executeTakeFirstOrThrow()
  if (shares >= MOST_SHARES)
    throw new RequestError('ECONFLICT', `${MOST_SHARES} components are shared already; withdraw one first`)
  const key = newToken()
  const { numInsertedOrUpdatedRows: added } = await tables
    .insertInto('core.topology_shares')
    .values({
      component_id: id,
      key_digest: digest(key),
      properties,
      messages,
      shared_by: actor.personId,
      shared_at: now,
      link_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (added === 0n) throw new RequestError('ECONFLICT', 'This component is shared already')
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
  await tablesOn(client)
    .updateTable('core.topology_shares')
    .set({ properties, messages })
    .where('component_id', '=', id)
    .execute()
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
  await tablesOn(client)
    .updateTable('core.topology_shares')
    .set({ key_digest: digest(key), link_at: now, last_seen_at: null })
    .where('component_id', '=', id)
    .execute()
  await audit(client, actor, { action: 'renew-link', resource, id, name, after: {} })
  return key
}

/** Withdraws a share. Nothing of it is left but the audit log. */
export async function withdrawShare(client: ClientBase, actor: Actor, id: string): Promise<void> {
  const { name, ...before } = await requireShare(client, id)
  await tablesOn(client).deleteFrom('core.topology_shares').where('component_id', '=', id).execute()
  await audit(client, actor, { action: 'withdraw', resource, id, name, before })
}
