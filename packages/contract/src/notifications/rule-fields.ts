import * as z from 'zod/mini'

const nullableText = z.nullable(z.string())

/** A connection or a URL that a rule sends to. */
export const customService = z.object({
  name: z.optional(nullableText),
  filter: z.optional(nullableText),
  /** Masked if it holds a secret. */
  url: z.optional(nullableText),
  /** Id of a connection, or a reference such as `connection://mail`. */
  connection: z.optional(nullableText),
  properties: z.optional(z.nullable(z.record(z.string(), z.string()))),
})
export type CustomService = z.output<typeof customService>

/** Somebody whom a rule tells beside its one recipient. Source: decision 91. */
export const furtherRecipient = z.union([
  z.strictObject({ person_id: z.string() }),
  z.strictObject({ team_id: z.string() }),
  customService,
])
export type FurtherRecipient = z.output<typeof furtherRecipient>

const minutes = z
  .int('Enter a whole number of minutes')
  .check(z.minimum(1, 'Enter at least 1'), z.maximum(1_440, 'Enter at most 1440 (a day)'))

/** When a resource counts as flapping for a rule, where the usual limits do not fit. */
export const flapping = z.union([
  z.strictObject({ off: z.literal(true) }),
  z.strictObject({
    /** Changes of health within the window that begin it. */
    changes: z
      .int('Enter a whole number')
      .check(z.minimum(2, 'Enter at least 2'), z.maximum(100, 'Enter at most 100')),
    window_minutes: minutes,
    /** Time without a change that ends it. */
    calm_minutes: minutes,
  }),
])
export type Flapping = z.output<typeof flapping>
