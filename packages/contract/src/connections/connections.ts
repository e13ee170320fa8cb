import { REQUIRED } from '../core/index.ts'
import * as z from 'zod/mini'

const LONGEST = 64_000

/** A part of a reference such as connection://namespace/name. */
function namePart() {
  return z
    .string(REQUIRED)
    .check(
      z.trim(),
      z.minLength(1, { error: REQUIRED, abort: true }),
      z.maxLength(253, { error: 'must have at most 253 characters', abort: true }),
      z.regex(/^[^/\p{Cc}]*$/u, 'must not contain /'),
    )
}

/** An empty text means no value. */
const optionalText = z.optional(
  z.nullable(z.string().check(z.maxLength(LONGEST, `must have at most ${LONGEST} characters`))),
)

/**
 * The request that creates or changes a connection. A mask keeps the stored value; a missing value removes it.
 */
export const connectionForm = z.object({
  name: namePart(),
  namespace: z._default(namePart(), 'default'),
  /** Only the server has the list of types. */
  type: z.string(REQUIRED).check(z.minLength(1, REQUIRED), z.maxLength(100)),
  url: optionalText,
  username: optionalText,
  password: optionalText,
  certificate: optionalText,
  insecure_tls: z._default(z.boolean('must be true or false'), false),
  properties: z._default(
    z.record(
      z.string().check(z.minLength(1), z.maxLength(100)),
      z.nullable(z.string('must be a text').check(z.maxLength(LONGEST))),
    ),
    {},
  ),
})
export type ConnectionForm = z.output<typeof connectionForm>

/** An unsaved connection to test. Masks stand for the stored values of the connection with this id. */
export const connectionDraft = z.extend(connectionForm, { id: z.optional(z.uuid('is not an id')) })

/** A connection as readers see it, with possible secrets masked. */
export const connection = z.object({
  id: z.uuid(),
  name: z.string(),
  namespace: z.string(),
  type: z.string(),
  url: z.nullable(z.string()),
  username: z.nullable(z.string()),
  password: z.nullable(z.string()),
  certificate: z.nullable(z.string()),
  insecure_tls: z.boolean(),
  properties: z.record(z.string(), z.string()),
  source: z.nullable(z.string()),
  created_by: z.nullable(z.uuid()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Connection = z.output<typeof connection>

/** The answer to a successful connection test. */
export const connectionTest = z.object({
  message: z.literal('ok'),
  /** A sentence about the answer of the server. */
  detail: z.nullable(z.string()),
  /** Milliseconds */
  duration: z.number(),
  /** Address, timings by phase, certificate. */
  details: z.nullable(z.record(z.string(), z.unknown())),
})
export type ConnectionTest = z.output<typeof connectionTest>

/** The specification's sentence for types that cannot be tested. */
export const UNTESTABLE_CONNECTION = 'We currently do not support testing this connection type'
