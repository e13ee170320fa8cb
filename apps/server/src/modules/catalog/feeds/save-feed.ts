import {
  type ChangeFeed,
  feedConnectionTypes,
  type NewChangeFeed,
  type StoredChangeFeed,
} from '@binnacle/contract/catalog'
import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { fieldError, RequestError } from '../../../platform/errors.ts'
import { FIRST_CURSOR } from './change-lines.ts'

/** Each feed reads all changes for itself. */
const MOST_FEEDS = 100

const columns = ['id', 'name', 'connection_id', 'config_types', 'change_types', 'enabled'] as const

const nameTaken = () => fieldError('name', 'Another feed has this name')

async function checkConnection(client: ClientBase, id: string): Promise<void> {
  const connection = await tablesOn(client)
    .selectFrom('core.connections')
    .select('type')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (connection === undefined) throw fieldError('connection_id', 'There is no connection with this id')
  if (!feedConnectionTypes.some((type) => type === connection.type))
    throw fieldError(
      'connection_id',
      'A feed needs a connection of the type HTTP, Generic Webhook or Webhook',
    )
}

async function lockFeed(client: ClientBase, id: string): Promise<StoredChangeFeed> {
  const feed = await tablesOn(client)
    .selectFrom('core.config_change_feeds')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (feed === undefined) throw new RequestError('ENOTFOUND', 'There is no feed with this id')
  return feed
}

/**
 * Adds a change feed.
 * @throws RequestError if there are too many, another one has its name, or its connection is missing or has another type
 */
export async function createFeed(
  client: ClientBase,
  actor: Actor,
  { start, ...feed }: NewChangeFeed,
): Promise<StoredChangeFeed> {
  await checkConnection(client, feed.connection_id)
  const tables = tablesOn(client)
  const { count } = await tables
    .selectFrom('core.config_change_feeds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_FEEDS)
    throw new RequestError('EINVALID', `There are ${MOST_FEEDS} feeds already; delete one first`)
  const cursor =
    start === 'oldest'
      ? FIRST_CURSOR
      : fragment<string>`(extract(epoch from now()) * 1000000)::bigint || '-00000000-0000-0000-0000-000000000000'`
  const made = await tables
    .insertInto('core.config_change_feeds')
    .values({ ...feed, created_by: actor.personId, cursor })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (made === undefined) throw nameTaken()
  await audit(client, actor, {
    action: 'create',
    resource: 'config_change_feeds',
    id: made.id,
    name: made.name,
    after: { ...feed, start },
  })
  return made
}

/**
 * Changes a change feed. It goes on after the last change that its server took.
 * @throws RequestError if there is no such feed, another one has its name, or its connection is missing or has another type
 */
export async function updateFeed(
  client: ClientBase,
  actor: Actor,
  { id, ...feed }: ChangeFeed & { id: string },
): Promise<StoredChangeFeed> {
  const before = await lockFeed(client, id)
  // People can switch off a feed whose connection was deleted.
  if (feed.enabled || feed.connection_id !== before.connection_id)
    await checkConnection(client, feed.connection_id)
  const tables = tablesOn(client)
  const other = await tables
    .selectFrom('core.config_change_feeds')
    .select('id')
    .where('name', '=', feed.name)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other !== undefined) throw nameTaken()
  const changed = await tables
    .updateTable('core.config_change_feeds')
    .set({
      ...feed,
      failures: 0,
      error: null,
      // A person who edits a feed wants to see at once whether it works.
      next_at: fragment<Date>`now()`,
      updated_at: fragment<Date>`now()`,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  const after = changed ?? before
  await audit(client, actor, {
    action: 'update',
    resource: 'config_change_feeds',
    id,
    name: feed.name,
    before,
    after,
  })
  return after
}

/**
 * Deletes a change feed.
 * @throws RequestError if there is no such feed
 */
export async function deleteFeed(client: ClientBase, actor: Actor, id: string): Promise<void> {
  const before = await lockFeed(client, id)
  await tablesOn(client).deleteFrom('core.config_change_feeds').where('id', '=', id).execute()
  await audit(client, actor, {
    action: 'delete',
    resource: 'config_change_feeds',
    id,
    name: before.name,
    before,
  })
}
