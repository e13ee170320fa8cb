import { z } from 'zod'
import { parseLabelSelector } from './label-selector.ts'

/** Resources of one kind that one answer holds at most, and without a limit. */
const MOST_RESOURCES = 1_000
export const RESOURCES_WITHOUT_LIMIT = 100

const limit = z.number().int().min(1).max(MOST_RESOURCES)
const text = z.string().max(1_000)

/** Chooses resources; all that is given must hold. One that gives nothing chooses nothing. */
export const resourceSelector = z.strictObject({
  /** Id or name of an agent, `all`, or `self` or empty for this server. */
  agent: text.optional(),
  /** Answers are always fresh; kept for clients that say so. */
  cache: text.optional(),
  id: z.union([z.uuid('is not an id'), z.literal('')]).optional(),
  name: text.optional(),
  namespace: text.optional(),
  types: z.array(text).max(100).optional(),
  statuses: z.array(text).max(100).optional(),
  labelSelector: text
    .check((context) => {
      const parsed = parseLabelSelector(context.value)
      if (!parsed.ok) context.issues.push({ code: 'custom', message: parsed.failure, input: context.value })
    })
    .optional(),
  /** The beginning of a name or of a label's value. */
  search: text.optional(),
  includeDeleted: z.boolean().optional(),
  limit: limit.optional(),
})
export type ResourceSelector = z.output<typeof resourceSelector>

const selectors = z.array(resourceSelector).max(50).optional()

/** What a picker asks for: selectors by kind, of which any may choose a resource. */
export const resourceSearch = z.strictObject({
  limit: limit.default(RESOURCES_WITHOUT_LIMIT),
  checks: selectors,
})
export type ResourceSearch = z.output<typeof resourceSearch>

export const foundResource = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.string(),
  namespace: z.string(),
  /** Id */
  agent: z.uuid(),
  icon: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
})
export type FoundResource = z.output<typeof foundResource>

/** The same kinds that were asked for. */
export const foundResources = z.object({ checks: z.array(foundResource).optional() })
