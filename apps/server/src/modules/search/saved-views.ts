import { allow } from '@binnacle/contract/access'
import {
  MOST_SAVED_VIEWS,
  newSavedView,
  type SavedView,
  savedView,
  savedViewChange,
  savedViewsQuery,
} from '@binnacle/contract/search'
import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import { audit } from '../../platform/audit.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'

const RESOURCE = 'saved_views'

const columns = `views.id, views.list, views.name, views.search, views.shared, views.owner_id = $1 as own,
  people.name as owner`
const source = 'core.saved_views as views join core.people on people.id = views.owner_id'

async function findViews(pool: Pool, list: string, { personId }: Actor): Promise<SavedView[]> {
  const { rows } = await pool.query<SavedView>(
    `select ${columns} from ${source} where views.list = $2 and (views.owner_id = $1 or views.shared)
     order by lower(views.name), views.id`,
    [personId, list],
  )
  return rows
}

async function requireView(client: ClientBase, id: string, { personId }: Actor): Promise<SavedView> {
  const { rows } = await client.query<SavedView>(
    `select ${columns} from ${source} where views.id = $2 and (views.owner_id = $1 or views.shared)
     for update of views`,
    [personId, id],
  )
  const [view] = rows
  if (view === undefined) throw new RequestError('ENOTFOUND', 'There is no view with this id')
  return view
}

/** Shared views are seen by everybody, so who shares one needs to be allowed to write. */
function requireSharing({ roles }: Actor): void {
  if (!allow(roles, 'database', 'write'))
    throw new RequestError('EFORBIDDEN', 'You may save views for yourself, but not share them', [
      { path: 'shared', message: 'needs the right to write' },
    ])
}

/** The owner changes a view; an administrator may change or delete one that somebody else shares. */
function requireChangeable({ own }: SavedView, { roles }: Actor): void {
  if (!own && !roles.includes('admin'))
    throw new RequestError('EFORBIDDEN', 'Only its owner and administrators may change this view')
}

/** Refuses a second view of the same name and a view too many. Requests of one person wait for each other. */
async function requireRoom(
  client: ClientBase,
  { id, list, name, owner }: { id?: string; list: string; name: string; owner: string },
): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('saved views ' || $1, 0))`, [owner])
  const { rows } = await client.query<{ count: number; taken: boolean }>(
    `select count(*)::integer as count, coalesce(bool_or(lower(name) = lower($3)), false) as taken
     from core.saved_views where owner_id = $1 and list = $2 and id is distinct from $4`,
    [owner, list, name, id ?? null],
  )
  const [found] = rows
  if (found?.taken === true)
    throw new RequestError('ECONFLICT', `There is a view named ${name} already`, [
      { path: 'name', message: 'is taken' },
    ])
  if ((found?.count ?? 0) >= MOST_SAVED_VIEWS)
    throw new RequestError('ECONFLICT', `You have ${MOST_SAVED_VIEWS} views of this list. Delete one first`)
}

const shown = ({ list, name, search, shared }: SavedView) => ({ list, name, search, shared })

async function createView(
  client: ClientBase,
  given: z.output<typeof newSavedView>,
  actor: Actor,
): Promise<SavedView> {
  const { list, name, search, shared } = given
  if (shared) requireSharing(actor)
  await requireRoom(client, { list, name, owner: actor.personId })
  const { rows } = await client.query<{ id: string }>(
    `insert into core.saved_views (list, name, search, shared, owner_id) values ($1, $2, $3, $4, $5) returning id`,
    [list, name, search, shared, actor.personId],
  )
  const view = await requireView(client, rows[0]?.id ?? '', actor)
  await audit(client, actor, { action: 'create', resource: RESOURCE, id: view.id, name, after: shown(view) })
  return view
}

async function changeView(
  client: ClientBase,
  { id, ...change }: { id: string } & z.output<typeof savedViewChange>,
  actor: Actor,
): Promise<SavedView> {
  const before = await requireView(client, id, actor)
  requireChangeable(before, actor)
  const { name = before.name, search = before.search, shared = before.shared } = change
  if (shared) requireSharing(actor)
  const { rows } = await client.query<{ owner_id: string }>(
    'select owner_id from core.saved_views where id = $1',
    [id],
  )
  await requireRoom(client, { id, list: before.list, name, owner: rows[0]?.owner_id ?? '' })
  await client.query(
    `update core.saved_views set name = $2, search = $3, shared = $4, updated_at = now() where id = $1`,
    [id, name, search, shared],
  )
  const after = { ...before, name, search, shared }
  await audit(client, actor, {
    action: 'update',
    resource: RESOURCE,
    id,
    name,
    before: shown(before),
    after: shown(after),
  })
  return after
}

async function deleteView(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const before = await requireView(client, id, actor)
  requireChangeable(before, actor)
  await client.query('delete from core.saved_views where id = $1', [id])
  await audit(client, actor, {
    action: 'delete',
    resource: RESOURCE,
    id,
    name: before.name,
    before: shown(before),
  })
}

const byId = z.object({ id: z.uuid('is not an id') })

/** Views of lists that people save, for themselves or for everybody. Each list says what its address contains. */
export function savedViewRoutes(pool: Pool): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/saved-views',
      summary: 'The saved views of a list: those of the person who asks, and those that others share',
      access: { resource: 'database', action: 'read' },
      query: savedViewsQuery,
      answer: z.array(savedView),
      handle: ({ query, actor }) => findViews(pool, query.list, actor),
    }),
    defineRoute({
      method: 'POST',
      path: '/saved-views',
      summary: 'Saves a view of a list; sharing it needs the right to write',
      access: 'signed-in',
      body: newSavedView,
      answer: savedView,
      status: 201,
      handle: ({ body, actor }) => inTransaction(pool, (client) => createView(client, body, actor)),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/saved-views/{id}',
      summary: 'Changes a saved view; only its owner and administrators may',
      access: 'signed-in',
      params: byId,
      body: savedViewChange,
      answer: savedView,
      handle: ({ params: { id }, body, actor }) =>
        inTransaction(pool, (client) => changeView(client, { id, ...body }, actor)),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/saved-views/{id}',
      summary: 'Deletes a saved view; only its owner and administrators may',
      access: 'signed-in',
      params: byId,
      answer: byId,
      handle: async ({ params, actor }) => {
        await inTransaction(pool, (client) => deleteView(client, params.id, actor))
        return params
      },
    }),
  ]
}
