import * as z from 'zod/mini'
import { parseLabelSelector } from './label-selector.ts'

/** Resources of one kind that one answer holds at most, and without a limit. */
const MOST_RESOURCES = 1_000
const RESOURCES_WITHOUT_LIMIT = 100

const limit = z.int().check(z.minimum(1), z.maximum(MOST_RESOURCES))
const text = z.string().check(z.maxLength(1_000))
const texts = z.optional(z.array(text).check(z.maxLength(100)))

const labelSelector = text.check((context) => {
  const parsed = parseLabelSelector(context.value)
  if (!parsed.ok) context.issues.push({ code: 'custom', message: parsed.failure, input: context.value })
})

/** Chooses resources; all that is given must hold. One that gives nothing chooses nothing. */
const resourceSelector = z.strictObject({
  /** Id or name of an agent, `all`, or `self` or empty for this server. */
  agent: z.optional(text),
  /** Answers are always fresh; kept for clients that say so. */
  cache: z.optional(text),
  id: z.optional(z.union([z.uuid('is not an id'), z.literal('')])),
  name: z.optional(text),
  namespace: z.optional(text),
  types: texts,
  statuses: texts,
  labelSelector: z.optional(labelSelector),
  /** The beginning of a name or of a label's value. */
  search: z.optional(text),
  includeDeleted: z.optional(z.boolean()),
  limit: z.optional(limit),
})
export type ResourceSelector = z.output<typeof resourceSelector>

const selectors = z.optional(z.array(resourceSelector).check(z.maxLength(50)))

/** Kinds of resources that can be searched for. */
export const resourceKinds = ['checks'] as const
export type ResourceKind = (typeof resourceKinds)[number]

/** Selectors of kinds that this server has none of; whatever they say, they choose nothing. */
const otherSelectors = z.array(z.unknown()).check(z.maxLength(50))

/**
 * What a picker asks for: selectors by kind, of which any may choose a resource. Clients name kinds that are not here
 * yet, or nowhere.
 */
export const resourceSearch = z.catchall(
  z.object({ limit: z._default(limit, RESOURCES_WITHOUT_LIMIT), checks: selectors }),
  otherSelectors,
)
export type ResourceSearch = z.output<typeof resourceSearch>

const foundResource = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.string(),
  namespace: z.string(),
  /** Id */
  agent: z.uuid(),
  icon: z.nullable(z.string()),
  tags: z.record(z.string(), z.string()),
})
export type FoundResource = z.output<typeof foundResource>

/** The same kinds that were asked for. */
export const foundResources = z.record(z.string(), z.array(foundResource))
