import { isRole, type Role } from '@binnacle/contract/access'
import { invitationLink, updatedUser, type userForm } from '@binnacle/contract/people'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'
import { data, type DataPage, rowsOf } from '../../application/requests/data.ts'
import { fromTable } from '../../application/resource/from-table.ts'
import { createdField } from '../../application/resource/kind-fields.ts'
import type { RowRequest } from '../../application/resource/resource.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.

/** Someone who may sign in. */
export interface User {
  id: string
  firstName: string
  lastName: string
  email: string
  roles: readonly Role[]
  /** `active`, or another text for a user who may not sign in. */
  state: string
  /** ISO 8601 */
  created_at: string | null
}

/** First and last name as one. */
export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** Columns that the server sorts users by. */
export const userSortColumns = ['name', 'email', 'state', 'created_at'] as const
export type UserSortColumn = (typeof userSortColumns)[number]

const traits = z.object({
  email: z.string(),
  name: z.catch(z.object({ first: z.string(), last: z.string() }), { first: '', last: '' }),
})

const EMAIL = 'traits->>email'

/** What the server orders by for each column. */
const orders: Readonly<Record<UserSortColumn, readonly string[]>> = {
  name: ['name'],
  email: [EMAIL],
  state: ['state', EMAIL],
  created_at: ['created_at'],
}

const columns = 'id,traits,state,created_at'

const identity = z.object({
  id: z.string(),
  traits,
  state: z.nullable(z.string()),
  created_at: z.nullable(z.string()),
})

const heldRoles = z.object({ id: z.nullable(z.string()), roles: z.nullable(z.array(z.string())) })

/** Identities with their roles. */
async function withRoles(rows: readonly z.infer<typeof identity>[], signal: AbortSignal): Promise<User[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const roleRows = await rowsOf(data.from('people_roles').select('id,roles').in('id', ids), heldRoles, signal)
  const rolesOf = new Map(roleRows.map(({ id, roles }) => [id, (roles ?? []).filter(isRole)]))
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

const identities = fromTable<z.infer<typeof identity>, UserSortColumn>({
  table: 'identities',
  columns,
  row: identity,
  words: ['name', EMAIL],
  fields: [
    { kind: 'text', name: 'name', help: 'First and last name', column: 'name' },
    { kind: 'text', name: 'email', help: 'Email address', column: EMAIL },
    {
      kind: 'text',
      name: 'role',
      aliases: ['roles'],
      help: 'One of their roles',
      column: 'role_names',
      list: true,
    },
    {
      kind: 'choice',
      name: 'state',
      help: 'Whether they may sign in',
      column: 'state',
      values: ['active', 'inactive'],
    },
    createdField,
  ],
  orders,
  narrow(query, { state }) {
    const known = query.is('invited', false)
    return state === undefined ? known : known.eq('state', state)
  },
})

/** The query language of the list of users. */
export const userSearch = identities.search

/** Loads a page of users. */
export async function loadUsers(
  wanted: RowRequest<UserSortColumn>,
  signal: AbortSignal,
): Promise<DataPage<User>> {
  const { rows, total } = await identities.load(wanted, signal)
  return { rows: await withRoles(rows, signal), total }
}

/** Query of one user; null if no user has this id. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'user', id],
    queryFn: async ({ signal }) => {
      const found = data.from('identities').select(columns).eq('id', id).is('invited', false)
      const [user] = await withRoles(await rowsOf(found, identity, signal), signal)
      return user ?? null
    },
  })

/** Values of the form of a user. */
export type UserValues = z.input<typeof userForm>

/** Invites someone. @returns the link to hand to them */
export async function inviteUser(values: UserValues): Promise<string> {
  const { link } = await request('/api/auth/invite_user', invitationLink, { method: 'POST', body: values })
  return link
}

/** Changes a user. The role replaces all their roles. */
export function updateUser(change: UserValues & { id: string; active: boolean }) {
  return request('/api/people/update', updatedUser, { method: 'POST', body: change })
}

/** Removes a user. */
export function deleteUser(id: string): Promise<unknown> {
  return request(`/api/people/${encodeURIComponent(id)}`, z.unknown(), { method: 'DELETE' })
}
