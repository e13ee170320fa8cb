import * as z from 'zod/mini'

/** Most views that one person saves of one list. */
export const MOST_SAVED_VIEWS = 200

/** Most characters of the name of a view. */
export const LONGEST_VIEW_NAME = 100

/** Name of a list that views are saved of, such as `catalog`. */
const list = z.string().check(z.regex(/^[a-z][a-z-]{0,49}$/, 'is not the name of a list'))

const viewName = z.string().check(z.trim(), z.minLength(1, 'is required'), z.maxLength(LONGEST_VIEW_NAME))

/** The parameters of an address: `key=value`, joined by `&`. */
const search = z
  .string()
  .check(z.maxLength(8_000, { abort: true }), z.regex(/^[^?#]*$/, 'is not the query of an address'))

export const savedViewsQuery = z.object({ list })

/** A view as it is made. */
export const newSavedView = z.object({ list, name: viewName, search, shared: z.boolean() })

/** What is changed of a view. */
export const savedViewChange = z.object({
  name: z.optional(viewName),
  search: z.optional(search),
  shared: z.optional(z.boolean()),
})

/** A saved view of a list: its own, or one that somebody shares. */
export const savedView = z.object({
  id: z.uuid(),
  list: z.string(),
  name: z.string(),
  search: z.string(),
  shared: z.boolean(),
  /** Whether the person who asks owns it. */
  own: z.boolean(),
  owner: z.string(),
})
export type SavedView = z.output<typeof savedView>
