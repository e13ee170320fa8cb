import * as z from 'zod/mini'
import { parseLabelSelector } from './label-selector.ts'

/** Most resources of one kind in an answer. */
const MOST_RESOURCES = 1_000

/** How many resources an answer has at most. */
export const resourceLimit = z.int().check(z.minimum(1), z.maximum(MOST_RESOURCES))
/** A text of a selector. */
export const selectorText = z.string().check(z.maxLength(1_000, { abort: true }))
const texts = z.optional(z.array(selectorText).check(z.maxLength(100)))

/** Conditions on labels. */
const labelSelector = selectorText.check((context) => {
  const parsed = parseLabelSelector(context.value)
  if (!parsed.ok) context.issues.push({ code: 'custom', message: parsed.failure, input: context.value })
})

/** Selects resources that match all given fields. An empty selector selects nothing. */
export const resourceSelector = z.strictObject({
  /** Id or name of an agent, `all`, or `self` or empty for this server. */
  agent: z.optional(selectorText),
  /** Ignored, because answers are always fresh; other clients send it. */
  cache: z.optional(selectorText),
  id: z.optional(z.union([z.guid('is not an id'), z.literal('')])),
  name: z.optional(selectorText),
  namespace: z.optional(selectorText),
  types: texts,
  statuses: texts,
  labelSelector: z.optional(labelSelector),
  /** The same over tags, of kinds that have tags. */
  tagSelector: z.optional(labelSelector),
  /** Start of a name or of the value of a label. */
  search: z.optional(selectorText),
  includeDeleted: z.optional(z.boolean()),
  /** Also items that somebody archived. One that is named by its id is found anyway. */
  includeArchived: z.optional(z.boolean()),
  limit: z.optional(resourceLimit),
})
/** Components are also selected by their fields: owner, topology_type, topology_id, parent_id, type, or a property. */
export const componentSelector = z.extend(resourceSelector, { fieldSelector: z.optional(labelSelector) })
export type ResourceSelector = z.output<typeof componentSelector>
