import * as z from 'zod/mini'

const half = z.object({ id: z.string(), name: z.string() })

/** Two items that may be one thing that was renamed. */
export const renameOffer = z.object({
  old: half,
  new: half,
  /** A name that both have in their source, or documents that are almost equal. */
  because: z.enum(['key', 'document']),
  /** Part of the values of their documents that are equal, from 0 to 1. */
  likeness: z.nullable(z.number()),
  found_at: z.string(),
})
export type RenameOffer = z.output<typeof renameOffer>

/** The old half of two items that are one thing, or are not. */
export const renameDecision = z.object({ old: z.guid('is not an id') })
