import {
  invitationLink,
  openInvitation,
  personSession,
  secondFactorDemand,
  secondFactorRoles,
} from '@binnacle/contract/people'
import { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import { requireChosenPassword } from '../../platform/access/chosen-password.ts'
import { partOf } from '../../platform/access/gate.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { InvitationOptions } from './invitations.ts'
import { noInvitation, openInvitations, renewInvitation, withdrawInvitation } from './open-invitations.ts'
import { endSessionOfPerson, endSessionsOfPerson, sessionsOfPerson } from './person-sessions.ts'
import type { PropertyReader } from '../properties/index.ts'
import { demandSecondFactor, describeDemand } from './second-factor.ts'
import type { Tables } from './tables.ts'

export interface AdministrationOptions {
  database: Pick<Database, 'pool'>
  tables: Tables
  now: () => Date
  properties: PropertyReader
  invitations: InvitationOptions
}

/** Only administrators may read sessions and invitations. Editors may read `identities`. */
const administrators = { resource: 'identities', action: 'write' } as const
const id = z.uuid('is not an id')
const count = z.object({ count: z.int() })

function sessionRoutes({ tables, now }: AdministrationOptions): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/people/{id}/sessions',
      summary: 'Open sessions of a user',
      access: administrators,
      params: z.object({ id }),
      answer: z.array(personSession),
      handle: ({ params, actor }) => sessionsOfPerson(tables, params.id, actor, now()),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/people/{id}/sessions',
      summary: 'Ends all sessions of a user at once, except the one that asks',
      access: administrators,
      params: z.object({ id }),
      answer: count,
      handle: async ({ params, actor }) => ({
        count: await tables.transaction().execute((within) => endSessionsOfPerson(within, params.id, actor)),
      }),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/people/{id}/sessions/{session}',
      summary: 'Ends one session of a user at once',
      access: administrators,
      params: z.object({ id, session: id }),
      answer: z.object({ id }),
      handle: async ({ params, actor }) => {
        await tables
          .transaction()
          .execute((within) => endSessionOfPerson(within, params.id, params.session, actor))
        return { id: params.session }
      },
    }),
  ]
}

function invitationRoutes({ database, tables, now, invitations }: AdministrationOptions): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/auth/invitations',
      summary: 'Invitations that can still be used',
      access: administrators,
      answer: z.array(openInvitation),
      handle: () => openInvitations(tables, now()),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/auth/invitations/{id}',
      summary: 'Withdraws an invitation',
      access: administrators,
      params: z.object({ id }),
      answer: z.object({ id }),
      handle: async ({ params, actor }) => {
        const isWithdrawn = await tables
          .transaction()
          .execute((within) => withdrawInvitation(within, params.id, actor, now()))
        if (!isWithdrawn) throw noInvitation()
        return params
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/auth/invitations/{id}/renew',
      summary: 'Gives an invitation a new link, emails it, and ends the link before',
      access: administrators,
      params: z.object({ id }),
      answer: invitationLink,
      handle: async ({ params, actor }) => {
        requireChosenPassword(actor)
        return renewInvitation(database, params.id, actor, invitations)
      },
    }),
  ]
}

function secondFactorRoutes({ tables, properties }: AdministrationOptions): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/auth/second_factor_roles',
      summary: 'Which roles require a second factor, and how many people have none',
      access: administrators,
      answer: secondFactorDemand,
      handle: ({ actor }) => describeDemand(tables, properties, actor),
    }),
    defineRoute({
      method: 'PUT',
      path: '/auth/second_factor_roles',
      summary: 'Sets which roles require a second factor',
      access: administrators,
      body: secondFactorRoles,
      answer: secondFactorRoles,
      handle: async ({ body, actor }) => {
        requireChosenPassword(actor)
        await tables
          .transaction()
          .execute((within) => demandSecondFactor(within, properties, body.roles, actor))
        return body
      },
    }),
  ]
}

/** The routes with which administrators manage the accounts of others. */
export function administrationRoutes(options: AdministrationOptions): Route[] {
  return partOf('settings.users', [
    ...sessionRoutes(options),
    ...invitationRoutes(options),
    ...secondFactorRoutes(options),
  ])
}
