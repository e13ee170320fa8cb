import { invited, isRole, type Role, updatedUser, type userForm } from '@binnacle/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/api.ts'
import { anyContains, data, type DataPage, pageOrEnd, rangeOf } from '../../application/data.ts'
import type { ListRequest } from '../../application/list.ts'
import type { UserSortColumn } from './filters.ts'

// The first part of every key is the live topic it belongs to: a change of the topic loads it again.

/** Someone who may sign in. */
export interface User {
  id: string
  firstName: string
  lastName: string
  email: string
  roles: readonly Role[]
  /** `active`, or anything else for who may not sign in. */
  state: string
  /** ISO 8601 */
  created_at: string | null
}

/** First and last name as one. */
export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** What is asked of the list. */
export interface UserListRequest extends ListRequest<UserSortColumn> {
  state: string | undefined
}

const traits = z.object({
  email: z.string(),
  name: z.catch(z.object({ first: z.string(), last: z.string() }), { first: '', last: '' }),
})

const FIRST_NAME = 'traits->name->>first'
const LAST_NAME = 'traits->name->>last'
const EMAIL = 'traits->>email'

/** What the server orders by for each column. */
const orders: Readonly<Record<UserSortColumn, readonly string[]>> = {
  name: [FIRST_NAME, LAST_NAME],
  email: [EMAIL],
  state: ['state', EMAIL],
  created_at: ['created_at'],
}

const columns = 'id,traits,state,created_at'

const identities = z.array(
  z.object({
    id: z.string(),
    traits,
    state: z.nullable(z.string()),
    created_at: z.nullable(z.string()),
  }),
)

/** Identities with the roles that they hold. */
async function withRoles(found: unknown, signal: AbortSignal): Promise<User[]> {
  const rows = identities.parse(found)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const held = await data
    .from('people_roles')
    .select('id,roles')
    .in('id', ids)
    .abortSignal(signal)
    .throwOnError()
  const rolesOf = new Map(held.data.map(({ id, roles }) => [id, (roles ?? []).filter(isRole)]))
  return rows.map((row) => {
    const { email, name } = row.traits
    return {
      id: row.id,
      firstName: name.first,
      lastName: name.last,
      email,
      roles: rolesOf.get(row.id) ?? [],
      state: row.state ?? 'inactive',
      created_at: row.created_at,
    }
  })
}

/** Loads a page of users. */
export function loadUsers(wanted: UserListRequest, signal: AbortSignal): Promise<DataPage<User>> {
  return pageOrEnd(wanted.pageIndex, async (pageIndex) => {
    let query = data.from('identities').select(columns, { count: 'exact' }).is('invited', false)
    if (wanted.query.trim() !== '')
      query = query.or(anyContains([FIRST_NAME, LAST_NAME, EMAIL], wanted.query))
    if (wanted.state !== undefined) query = query.eq('state', wanted.state)
    let ordered = query.range(...rangeOf(pageIndex, wanted.pageSize))
    for (const column of orders[wanted.sortBy])
      ordered = ordered.order(column, { ascending: wanted.sortOrder === 'asc' })
    const found = await ordered.abortSignal(signal).throwOnError()
    return { rows: await withRoles(found.data, signal), total: found.count ?? 0 }
  })
}

/** A page of users. */
export const userListQuery = (wanted: UserListRequest) =>
  queryOptions({
    queryKey: ['people', 'users', wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => loadUsers(wanted, signal),
  })

/** One user; null when there is none with this id. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'user', id],
    queryFn: async ({ signal }) => {
      const found = await data
        .from('identities')
        .select(columns)
        .eq('id', id)
        .is('invited', false)
        .abortSignal(signal)
        .throwOnError()
      const [user] = await withRoles(found.data, signal)
      return user ?? null
    },
  })

/** What the form of a user holds. */
export type UserValues = z.input<typeof userForm>

/** Invites someone. @returns the link to hand to them */
export async function inviteUser(values: UserValues): Promise<string> {
  const { link } = await request('/api/auth/invite_user', invited, { method: 'POST', body: values })
  return link
}

/** Changes a user; the role replaces all that they hold. */
export function updateUser(change: UserValues & { id: string; active: boolean }) {
  return request('/api/people/update', updatedUser, { method: 'POST', body: change })
}

/** Removes a user. */
export function deleteUser(id: string): Promise<unknown> {
  return request(`/api/people/${encodeURIComponent(id)}`, z.unknown(), { method: 'DELETE' })
}
