import {
  type ChangeFeed,
  feedConnectionTypes,
  type NewChangeFeed,
  type StoredChangeFeed,
} from '@binnacle/contract/catalog'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { fieldError, RequestError } from '../../../platform/errors.ts'
import { FIRST_CURSOR } from './change-lines.ts'

/** Each feed reads all changes for itself. */
const MOST_FEEDS = 100

const columns = 'id, name, connection_id, config_types, change_types, enabled'
const addFeed = `
  insert into core.config_change_feeds (name, connection_id, config_types, change_types, enabled, created_by, cursor)
  values ($1, $2, $3, $4, $5, $6, coalesce(
    $7, (extract(epoch from now()) * 1000000)::bigint || '-00000000-0000-0000-0000-000000000000'
  ))
  on conflict (name) do nothing returning ${columns}`
const countFeeds = 'select count(*)::integer as count from core.config_change_feeds'
const findFeed = `select ${columns} from core.config_change_feeds where id = $1 for update`
const isTaken = 'select from core.config_change_feeds where name = $1 and id <> $2'
// A person who edits a feed wants to see at once whether it works.
const changeFeed = `
  update core.config_change_feeds
  set name = $2, connection_id = $3, config_types = $4, change_types = $5, enabled = $6, failures = 0, error = null,
    next_at = now(), updated_at = now()
  where id = $1 returning ${columns}`
const removeFeed = 'delete from core.config_change_feeds where id = $1'
const connectionType = 'select type from core.connections where id = $1 and deleted_at is null'

const nameTaken = () => fieldError('name', 'Another feed has this name')

async function checkConnection(client: ClientBase, id: string): Promise<void> {
  const { rows } = await client.query<{ type: string }>(connectionType, [id])
  const type = rows[0]?.type
  if (type === undefined) throw fieldError('connection_id', 'There is no connection with this id')
  if (!feedConnectionTypes.some((one) => one === type))
    throw fieldError(
      'connection_id',
      'A feed needs a connection of the type HTTP, Generic Webhook or Webhook',
    )
}

async function lockFeed(client: ClientBase, id: string): Promise<StoredChangeFeed> {
  const { rows } = await client.query<StoredChangeFeed>(findFeed, [id])
  const [feed] = rows
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
  const counted = await client.query<{ count: number }>(countFeeds)
  if ((counted.rows[0]?.count ?? 0) >= MOST_FEEDS)
    throw new RequestError('EINVALID', `There are ${MOST_FEEDS} feeds already; delete one first`)
  const { rows } = await client.query<StoredChangeFeed>(addFeed, [
    feed.name,
    feed.connection_id,
    feed.config_types,
    feed.change_types,
    feed.enabled,
    actor.personId,
    start === 'oldest' ? FIRST_CURSOR : null,
  ])
  const [made] = rows
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
  if ((await client.query(isTaken, [feed.name, id])).rowCount !== 0) throw nameTaken()
  const { rows } = await client.query<StoredChangeFeed>(changeFeed, [
    id,
    feed.name,
    feed.connection_id,
    feed.config_types,
    feed.change_types,
    feed.enabled,
  ])
  const after = rows[0] ?? before
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
  await client.query(removeFeed, [id])
  await audit(client, actor, {
    action: 'delete',
    resource: 'config_change_feeds',
    id,
    name: before.name,
    before,
  })
}
