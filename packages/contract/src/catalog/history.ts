import * as z from 'zod/mini'

/** A version of the document of an item. */
const documentVersion = z.object({
  version: z.number(),
  since: z.string(),
  /** Null for the present one. */
  until: z.nullable(z.string()),
  /** The change that began it. */
  change_id: z.nullable(z.string()),
  /** Who made that change, if that is known. */
  by: z.nullable(z.string()),
})
export type DocumentVersion = z.output<typeof documentVersion>

export const documentVersions = z.object({ versions: z.array(documentVersion) })

/** A document as it was at a time. */
export const documentThen = z.object({
  version: z.number(),
  since: z.string(),
  until: z.nullable(z.string()),
  document: z.unknown(),
})

/** Which version last touched a value of a document. */
const blameEntry = z.object({
  /** JSON Pointer. */
  path: z.string(),
  version: z.number(),
  since: z.string(),
  change_id: z.nullable(z.string()),
  by: z.nullable(z.string()),
})

export const documentBlame = z.object({ values: z.array(blameEntry) })

/** What two documents differ in. */
export const documentDifference = z.object({
  from: documentThen,
  to: documentThen,
  /** Unified diff; empty where they are equal. */
  diff: z.string(),
  /** The value at each path before and after; left out where the path has none. */
  changed: z.array(
    z.object({ path: z.string(), before: z.optional(z.unknown()), after: z.optional(z.unknown()) }),
  ),
})

/** A decision about deletions that a brake holds: those of a type. */
export const heldDecision = z.object({ type: z.string().check(z.minLength(1)) })

/** How many items it was about. */
export const heldOutcome = z.object({ items: z.number() })
