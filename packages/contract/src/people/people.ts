import { EMAIL_FORM } from '../text/email-form.ts'
import * as z from 'zod/mini'
import { type Role, roles } from '../access/roles.ts'
import { property } from '../health/properties.ts'

const NAME_LENGTH = 100
/** An address has no more characters (RFC 5321). */
const EMAIL_LENGTH = 254

/**
 * Whether a name is safe to show: it has visible characters, no line breaks, which would reach the headers of emails, and
 * no characters that reverse the direction of neighboring text (Unicode's embeddings, overrides and isolates).
 */
export function isReadableName(text: string): boolean {
  return /[^\p{C}\p{Z}]/u.test(text) && !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text)
}

function personName(missing: string) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(NAME_LENGTH, { error: `must have at most ${NAME_LENGTH} characters`, abort: true }),
      z.refine(isReadableName, missing),
    )
}

const missingEmail = 'Please provide valid email'
const missingRole = 'Please select any role'

/** A role in a form. */
export const chosenRole = z.enum(roles, {
  error: ({ input }) =>
    typeof input === 'string' && input !== '' ? `There is no role "${input}"` : missingRole,
})

/** The fields that an invitation and a change of a person share, with the texts of the form. */
export const userForm = z.object({
  firstName: personName('Please provide valid first name'),
  lastName: personName('Please provide valid last name'),
  email: z
    .string(missingEmail)
    .check(
      z.trim(),
      z.minLength(1, { error: missingEmail, abort: true }),
      z.maxLength(EMAIL_LENGTH, { error: `must have at most ${EMAIL_LENGTH} characters`, abort: true }),
      z.regex(EMAIL_FORM, 'Entered value does not match email format'),
    ),
  role: chosenRole,
})

/** A change of a person. A role replaces all their roles; without one their roles stay. */
export const userUpdate = z.extend(userForm, {
  id: z.uuid('is not an id'),
  role: z.optional(userForm.shape.role),
  active: z.optional(z.boolean('must be true or false')),
})
export type UserUpdate = z.output<typeof userUpdate>

/** The roles that replace those of a person. */
export const rolesUpdate = z.object({
  roles: z
    .array(chosenRole, missingRole)
    .check(z.minLength(1, missingRole), z.maxLength(roles.length, 'has a role twice')),
})

/** The answer to a change of a person. */
export const updatedUser = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.object({ first: z.string(), last: z.string() }),
  state: z.enum(['active', 'inactive']),
  roles: z.array(z.enum(roles)),
})
export type UpdatedUser = z.output<typeof updatedUser>

export type Invitation = z.output<typeof userForm>

/** The answer to an invitation, with the link that the invited person opens. */
export const invitationLink = z.object({ link: z.string(), code: z.string() })
export type InvitationLink = z.output<typeof invitationLink>

/** Roles as the user form offers them. */
export const roleChoices: readonly Role[] = ['admin', 'editor', 'viewer', 'commander', 'responder']

/** The role that the user form preselects: the highest role of the person. */
export function preselectedRole(heldRoles: readonly Role[]): Role {
  return roleChoices.find((role) => heldRoles.includes(role)) ?? 'viewer'
}

/** One permission, in the shape that clients of other platforms of this kind read. */
const permission = z.object({
  subject: z.string(),
  object: z.string(),
  action: z.string(),
  deny: z.boolean(),
})

/** Open alerts of which a person was told or that are assigned to them, and that nobody acknowledged. */
export const waitingAlerts = z.object({ count: z.int(), critical: z.int() })
export type WaitingAlerts = z.output<typeof waitingAlerts>

/** The requesting person, their permissions, and what the frame of every page shows, so that a page asks once. */
export const whoami = z.object({
  message: z.literal('success'),
  payload: z.object({
    user: z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      avatar: z.nullable(z.string()),
    }),
    roles: z.array(z.enum(roles)),
    permissions: z.array(permission),
    hostname: z.string(),
    /** Version of the server. */
    version: z.string(),
    /** Properties in force. */
    properties: z.array(property),
    /** Number of unhealthy checks; null for people who may not see checks. */
    unhealthy_checks: z.nullable(z.number()),
    /** Open alerts that wait for this person, and how many of them are critical; null for people who may not see alerts. */
    alerts: z.nullable(waitingAlerts),
    /** Why the product itself cannot see what happens; null if it can, or for someone who may not know. */
    blindness: z.nullable(z.string()),
  }),
})
export type Whoami = z.output<typeof whoami>
