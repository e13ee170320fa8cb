import * as z from 'zod/mini'
import { LONGEST_TAG, MOST_OWN_TAGS } from './notes.ts'

/** Characters of the name and of the type of an item. */
const LONGEST_ITEM_NAME = 1_000
const LONGEST_ITEM_TYPE = 300
/** Labels of an item that is made by hand. */
export const MOST_OWN_LABELS = 100

const short = z.string().check(z.trim(), z.minLength(1, 'is empty'), z.maxLength(LONGEST_TAG))
const pairs = (most: number, what: string) =>
  z
    .record(short, short)
    .check(
      z.refine((entered) => Object.keys(entered).length <= most, { error: `has more than ${most} ${what}` }),
    )

/** A catalog item that a person makes, for what no scraper sees. */
export const manualItem = z.object({
  type: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'is empty'),
      z.maxLength(LONGEST_ITEM_TYPE, { abort: true }),
      z.regex(/^\S+$/, 'has no spaces, such as Office::Printer'),
    ),
  name: z.string().check(z.trim(), z.minLength(1, 'is empty'), z.maxLength(LONGEST_ITEM_NAME)),
  description: z._default(z.string().check(z.trim(), z.maxLength(2_000)), ''),
  labels: z._default(pairs(MOST_OWN_LABELS, 'labels'), {}),
  tags: z._default(pairs(MOST_OWN_TAGS, 'tags'), {}),
  /** Any JSON. What looks like a secret is masked before it is stored. */
  document: z.unknown(),
  /** The item that contains it; null for none. */
  parent: z._default(z.nullable(z.guid('is not an id')), null),
})
export type ManualItem = z.output<typeof manualItem>

/** A change of an item that a person made. */
export const changedItem = z.extend(manualItem, {
  /** The `revision` that the writer read. Another stored one refuses the change; left out, nothing does. */
  revision: z.optional(z.string()),
})
export type ChangedItem = z.output<typeof changedItem>

/** The item that was written. */
export const writtenItem = z.object({ id: z.string() })
