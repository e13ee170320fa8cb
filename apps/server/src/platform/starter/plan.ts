import { z } from 'zod/mini'

const schema = z.strictObject({
  /** Program and arguments that start the product as its user. */
  command: z.array(z.string()),
  /** User and group of the product, if the command does not change the user itself. */
  user: z.optional(z.strictObject({ uid: z.int().check(z.positive()), gid: z.int().check(z.positive()) })),
  /** Environment variables of the product in addition to root's. */
  environment: z.record(z.string(), z.string()),
  /** Whether the product is started again when it crashes. */
  restarts: z.boolean(),
  /** How commands are contained. */
  commands: z.strictObject({
    execChecks: z.enum(['on', 'contained']),
    memoryBytes: z.int().check(z.positive()),
    diskBytes: z.int().check(z.positive()),
    hidden: z.array(z.string()),
  }),
})

/** The plan that root passes to the starter on its command line. Everyone on the machine can read it. */
export type StarterPlan = z.infer<typeof schema>

/** Parses the plan from an argument. */
export function readStarterPlan(text: string): StarterPlan {
  return schema.parse(JSON.parse(text))
}
