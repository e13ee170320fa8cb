import { permissionsOf } from '@binnacle/contract/access'
import type { Property } from '@binnacle/contract/health'
import {
  invitationLink,
  rolesUpdate,
  updatedUser,
  userForm,
  userUpdate,
  type Whoami,
  whoami,
} from '@binnacle/contract/people'
import { hostname } from 'node:os'
import type { Pool } from 'pg'
import { z } from 'zod'
import { requireChosenPassword } from '../../platform/access/chosen-password.ts'
import { partOf } from '../../platform/access/gate.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { SERVER_VERSION } from '../../platform/version.ts'
import type { PeopleAccounts } from './ports.ts'
import { inviteUser } from './users/invite.ts'
import { removeUser } from './users/remove.ts'
import { updateRoles, updateUser } from './users/update.ts'

export interface PeopleDependencies {
  pool: Pool
  accounts: PeopleAccounts
  /** What the frame of every page shows of other areas. */
  frame: {
    properties: () => Promise<Property[]>
    /** Null for someone who may not see checks. */
    unhealthyChecks: (actor: Actor) => Promise<number | null>
    /** Null for someone who may not see alerts. */
    alerts: (actor: Actor) => Promise<{ count: number; critical: number } | null>
    /** Null if the product can see what happens, and for someone who may not know. */
    blindness: (actor: Actor) => Promise<string | null>
  }
}

const byId = z.object({ id: z.uuid('is not an id') })
const write = { resource: 'identities', action: 'write' } as const

async function describeActor({ pool, frame }: PeopleDependencies, actor: Actor): Promise<Whoami> {
  const [person, properties, unhealthy, alerts, blindness] = await Promise.all([
    tablesOn(pool)
      .selectFrom('core.people')
      .select('avatar')
      .where('id', '=', actor.personId)
      .executeTakeFirst(),
    frame.properties(),
    frame.unhealthyChecks(actor),
    frame.alerts(actor),
    frame.blindness(actor),
  ])
  return {
    message: 'success',
    payload: {
      user: { id: actor.personId, name: actor.name, email: actor.email, avatar: person?.avatar ?? null },
      roles: [...actor.roles],
      permissions: permissionsOf(actor.roles).map(({ resource, action }) => ({
        subject: actor.personId,
        object: resource,
        action,
        deny: false,
      })),
      hostname: hostname(),
      version: SERVER_VERSION,
      properties,
      unhealthy_checks: unhealthy,
      alerts,
      blindness,
    },
  }
}

/** Routes about the person who asks. */
function ownRoutes(dependencies: PeopleDependencies): Route[] {
  return ['/auth/whoami', '/whoami'].map((path) =>
    defineRoute({
      method: 'GET',
      path,
      summary: 'The person who asks, their roles, what those permit, and what the frame of every page shows',
      access: 'signed-in',
      answer: whoami,
      handle: ({ actor }) => describeActor(dependencies, actor),
    }),
  )
}

function userRoutes(dependencies: PeopleDependencies): Route[] {
  return partOf('settings.users', [
    defineRoute({
      method: 'POST',
      path: '/people/update',
      summary: 'Changes a user; a role replaces all that they hold',
      access: write,
      body: userUpdate,
      answer: updatedUser,
      handle: async ({ body, actor }) => {
        requireChosenPassword(actor)
        return updateUser(dependencies, body, actor)
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/people/{id}',
      summary:
        'Removes a user with their sessions, or withdraws an invitation; what they did keeps their name',
      access: write,
      params: byId,
      answer: z.object({ id: z.uuid() }),
      handle: async ({ params, actor }) => {
        requireChosenPassword(actor)
        // Who is invited is listed with the users, and leaves in the same way.
        if (!(await dependencies.accounts.withdrawInvitation(params.id, actor)))
          await removeUser(dependencies, params.id, actor)
        return params
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/rbac/{id}/update_role',
      summary: 'Gives a user these roles in the place of all that they hold',
      access: { resource: 'rbac', action: 'write' },
      params: byId,
      body: rolesUpdate,
      answer: updatedUser,
      handle: async ({ params, body, actor }) => {
        requireChosenPassword(actor)
        return updateRoles(dependencies, { ...params, ...body }, actor)
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/auth/invite_user',
      summary: 'Invites someone and answers with the link for them',
      access: write,
      body: userForm,
      answer: invitationLink,
      handle: async ({ body, actor }) => {
        requireChosenPassword(actor)
        return inviteUser(dependencies, body, actor)
      },
    }),
  ])
}

/** Everything that is answered about people. */
export function peopleRoutes(dependencies: PeopleDependencies): Route[] {
  return [...ownRoutes(dependencies), ...userRoutes(dependencies)]
}
