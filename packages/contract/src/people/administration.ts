import * as z from 'zod/mini'
import { chosenRole } from './people.ts'
import { roles } from '../access/roles.ts'

/** A session of a person, as administrators see it. */
export const personSession = z.object({
  id: z.uuid(),
  /** Network address from which it was opened. */
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
  second_factor: z.boolean(),
  /** Whether it is the session that sent the request. */
  current: z.boolean(),
})
export type PersonSession = z.output<typeof personSession>

/** An invitation that nobody has used yet. */
export const openInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  /** Null if the command line created it, or if the person was deleted. */
  invited_by: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  created_at: z.string(),
  expires_at: z.string(),
})
export type OpenInvitation = z.output<typeof openInvitation>

/** Which roles require a second factor. */
export const secondFactorDemand = z.object({
  roles: z.array(z.enum(roles)),
  /** Whether the operator's file sets the roles. */
  local: z.boolean(),
  /** Whether the requesting person has a second factor. */
  own: z.boolean(),
  /** How many active people of each role have no second factor. */
  lacking: z.array(z.object({ role: z.enum(roles), people: z.number() })),
})
export type SecondFactorDemand = z.output<typeof secondFactorDemand>

/** The request that sets the roles. */
export const secondFactorRoles = z.object({ roles: z.array(chosenRole) })
