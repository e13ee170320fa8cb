import { z } from 'zod/mini'

const schema = z.strictObject({
  /** Program and arguments that start the product as its user. */
  command: z.array(z.string()),
  /** User and group to start it as, where the command does not see to that. */
  user: z.optional(z.strictObject({ uid: z.int().check(z.positive()), gid: z.int().check(z.positive()) })),
  /** Variables of the product on top of root's. */
  environment: z.record(z.string(), z.string()),
  /** How commands are contained. */
  commands: z.strictObject({
    execChecks: z.enum(['on', 'contained']),
    memoryBytes: z.int().check(z.positive()),
    diskBytes: z.int().check(z.positive()),
    hidden: z.array(z.string()),
  }),
})

/** What the starter is told, by root, on its command line: everyone on the machine can read it. */
export type StarterPlan = z.infer<typeof schema>

/** Reads the plan from an argument. */
export function readStarterPlan(text: string): StarterPlan {
  return schema.parse(JSON.parse(text))
}
