import * as z from 'zod/mini'

/** Characters of the notes on an item. */
export const LONGEST_NOTES = 100_000
/** Tags that people may add to an item. */
export const MOST_OWN_TAGS = 20
/** Characters of the name of a tag, and of its value: filters offer no longer ones. */
export const LONGEST_TAG = 200

const tagText = z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_TAG))

/** What people say of a catalog item. No scrape changes it. */
export const itemNotes = z.object({
  /** Who cares for the item: a team, a person or nobody. */
  owner: z.nullable(z.object({ kind: z.enum(['team', 'person']), id: z.guid('is not an id') })),
  /** Markdown; null for none. */
  notes: z.nullable(z.string().check(z.maxLength(LONGEST_NOTES))),
  /** Added to the tags that scrapes find, and stronger. */
  tags: z.record(tagText, tagText).check(
    z.refine((tags) => Object.keys(tags).length <= MOST_OWN_TAGS, {
      error: `has more than ${MOST_OWN_TAGS} tags`,
    }),
  ),
})
export type ItemNotes = z.output<typeof itemNotes>
/** The switches of an item that outlive scrapes. */
export const itemSwitches = z.object({
  archived_at: z.nullable(z.string()),
  ignored_at: z.nullable(z.string()),
})
export type ItemSwitches = z.output<typeof itemSwitches>
/** A switch turned on or off. */
export const itemSwitch = z.object({ on: z.boolean() })
