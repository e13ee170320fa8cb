import { allow } from '@binnacle/contract/access'
import {
  MOST_SAVED_VIEWS,
  newSavedView,
  type SavedView,
  savedView,
  savedViewChange,
  savedViewsQuery,
} from '@binnacle/contract/search'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import { audit } from '../../platform/audit.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Connection, tablesOn } from '../../platform/database/tables-on.ts'
import { RequestError } from '../../platform/errors.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'

const RESOURCE = 'saved_views'

/** Selects the views that a person sees. */
const seenViews = (connection: Connection, { personId }: Actor) =>
  tablesOn(connection)
    .selectFrom('core.saved_views as views')
    .innerJoin('core.people as people', 'people.id', 'views.owner_id')
    .select([
      'views.id',
      'views.list',
      'views.name',
      'views.search',
      'views.shared',
      fragment<boolean>`views.owner_id = ${personId}`.as('own'),
      'people.name as owner',
    ])
    .where((expressions) =>
      expressions.or([expressions('views.owner_id', '=', personId), expressions.ref('views.shared')]),
    )

function findViews(pool: Pool, list: string, actor: Actor): Promise<SavedView[]> {
  return seenViews(pool, actor)
    .where('views.list', '=', list)
    .orderBy(({ fn }) => fn('lower', ['views.name']))
    .orderBy('views.id')
    .execute()
}

async function requireView(client: ClientBase, id: string, actor: Actor): Promise<SavedView> {
  const view = await seenViews(client, actor).where('views.id', '=', id).forUpdate('views').executeTakeFirst()
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
  await client.query(sql`select pg_advisory_xact_lock(hashtextextended('saved views ' || ${owner}::text, 0))`)
  const { count, taken } = await tablesOn(client)
    .selectFrom('core.saved_views')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fragment<boolean>`coalesce(bool_or(lower(name) = lower(${name})), false)`.as('taken'),
    ])
    .where('owner_id', '=', owner)
    .where('list', '=', list)
    .where('id', 'is distinct from', id ?? null)
    .executeTakeFirstOrThrow()
  if (taken)
    throw new RequestError('ECONFLICT', `There is a view named ${name} already`, [
      { path: 'name', message: 'is taken' },
    ])
  if (count >= MOST_SAVED_VIEWS)
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
  const { id } = await tablesOn(client)
    .insertInto('core.saved_views')
    .values({ list, name, search, shared, owner_id: actor.personId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const view = await requireView(client, id, actor)
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
  const { owner_id: owner } = await tablesOn(client)
    .selectFrom('core.saved_views')
    .select('owner_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await requireRoom(client, { id, list: before.list, name, owner })
  await tablesOn(client)
    .updateTable('core.saved_views')
    .set({ name, search, shared, updated_at: fragment<Date>`now()` })
    .where('id', '=', id)
    .execute()
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
  await tablesOn(client).deleteFrom('core.saved_views').where('id', '=', id).execute()
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
