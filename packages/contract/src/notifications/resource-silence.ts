import * as z from 'zod/mini'

/** A silence keeps messages back because somebody says so; maintenance because somebody works on the resource. */
export const silenceKinds = ['silence', 'maintenance'] as const
export type SilenceKind = (typeof silenceKinds)[number]

/** A silence that holds now, as a resource shows it. */
export const resourceSilence = z.object({
  id: z.string(),
  kind: z.enum(silenceKinds),
  /** Null for one without an end. */
  until: z.nullable(z.string()),
  description: z.nullable(z.string()),
})
export type ResourceSilence = z.output<typeof resourceSilence>
