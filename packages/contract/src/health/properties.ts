import * as z from 'zod/mini'
import { featureOfProperty } from '../access/features.ts'
import { isWrongPercentage } from './uptime.ts'

/** The error for a change of a flag from the local file. */
export const LOCAL_PROPERTY = 'Cannot edit local feature flags'
/** The error for a flag without name or value. */
export const INCOMPLETE_PROPERTY = 'please provide all details'
/** The error for a boolean flag with another value. */
const INVALID_BOOLEAN = 'Invalid boolean value'

const NAME_LENGTH = 200
const VALUE_LENGTH = 10_000
const DESCRIPTION_LENGTH = 1_000

/** The property with the roles that require a second factor, separated by commas. Only administrators set it. */
export const SECOND_FACTOR_ROLES = 'identity.second_factor_roles'

const administrators = /^(?:topology\.publicViews$|identity\.|egress\.|secrets\.)/i

/**
 * Whether only administrators set a property: what strangers may see, and all of identity, outgoing connections and secrets.
 */
export function isAdministratorsProperty(name: string): boolean {
  return administrators.test(name)
}

/** Whether browsers of other platforms would run the value of a property as a script. The product does not store these. */
export function runsScript(name: string): boolean {
  return /(^|\.)ui\.(snippets?|scripts?)(\.|$)/i.test(name)
}

const propertyName = z.string(INCOMPLETE_PROPERTY).check(
  z.trim(),
  z.minLength(1, { error: INCOMPLETE_PROPERTY, abort: true }),
  z.maxLength(NAME_LENGTH, { error: `must have at most ${NAME_LENGTH} characters`, abort: true }),
  z.regex(/^[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?$/, {
    error: 'may have letters, digits, dots, hyphens, underscores and slashes',
    abort: true,
  }),
  z.refine((name) => !runsScript(name), 'Properties that run script in the browser are not allowed'),
)

const propertyValue = z
  .string(INCOMPLETE_PROPERTY)
  .check(
    z.trim(),
    z.minLength(1, INCOMPLETE_PROPERTY),
    z.maxLength(VALUE_LENGTH, `must have at most ${VALUE_LENGTH} characters`),
  )

/** The form that adds or changes a flag. */
export const propertyForm = z
  .object({
    name: propertyName,
    value: propertyValue,
    description: z.nullish(
      z.string().check(z.maxLength(DESCRIPTION_LENGTH, `must have at most ${DESCRIPTION_LENGTH} characters`)),
    ),
  })
  .check(
    z.refine(({ name, value }) => featureOfProperty(name) === undefined || /^(true|false)$/.test(value), {
      error: INVALID_BOOLEAN,
      path: ['value'],
    }),
    z.refine((form) => !isWrongPercentage(form), {
      error: 'Enter a percentage from 0 to 100, such as 99.9',
      path: ['value'],
    }),
  )

/** An effective feature flag or setting. Those from the local file have neither author nor times. */
export const property = z.object({
  name: z.string(),
  value: z.string(),
  source: z.enum(['local', 'db']),
  type: z.enum(['boolean', 'text']),
  description: z.string(),
  created_by: z.nullable(z.object({ id: z.uuid(), name: z.string(), avatar: z.nullable(z.string()) })),
  created_at: z.nullable(z.iso.datetime({ offset: true })),
  updated_at: z.nullable(z.iso.datetime({ offset: true })),
})
export type Property = z.output<typeof property>
