import * as z from 'zod/mini'
import { parseLabelSelector } from './label-selector.ts'

/** Most resources of one kind in an answer, and the default limit. */
const MOST_RESOURCES = 1_000
const RESOURCES_WITHOUT_LIMIT = 100

const limit = z.int().check(z.minimum(1), z.maximum(MOST_RESOURCES))
const text = z.string().check(z.maxLength(1_000, { abort: true }))
const texts = z.optional(z.array(text).check(z.maxLength(100)))

const labelSelector = text.check((context) => {
  const parsed = parseLabelSelector(context.value)
  if (!parsed.ok) context.issues.push({ code: 'custom', message: parsed.failure, input: context.value })
})

/** Selects resources that match all given fields. An empty selector selects nothing. */
const resourceSelector = z.strictObject({
  /** Id or name of an agent, `all`, or `self` or empty for this server. */
  agent: z.optional(text),
  /** Ignored, because answers are always fresh; other clients send it. */
  cache: z.optional(text),
  id: z.optional(z.union([z.guid('is not an id'), z.literal('')])),
  name: z.optional(text),
  namespace: z.optional(text),
  types: texts,
  statuses: texts,
  labelSelector: z.optional(labelSelector),
  /** The same over tags, of kinds that have tags. */
  tagSelector: z.optional(labelSelector),
  /** Start of a name or of the value of a label. */
  search: z.optional(text),
  includeDeleted: z.optional(z.boolean()),
  /** Also items that somebody archived. One that is named by its id is found anyway. */
  includeArchived: z.optional(z.boolean()),
  limit: z.optional(limit),
})
/** Components are also selected by their fields: owner, topology_type, topology_id, parent_id, type, or a property. */
const componentSelector = z.extend(resourceSelector, { fieldSelector: z.optional(labelSelector) })
export type ResourceSelector = z.output<typeof componentSelector>

/** Most selectors of a team. */
const MOST_TEAM_SELECTORS = 50
/** Parts of a selector that choose nothing themselves. */
const notChoosing: ReadonlySet<string> = new Set([
  'agent',
  'cache',
  'includeDeleted',
  'includeArchived',
  'limit',
])

/** A selector by which a team has components. `scope`: id or namespace/name of their topology. */
export const teamSelector = z.extend(componentSelector, { scope: z.optional(text) }).check((context) => {
  const isChosen = ([key, value]: readonly [string, unknown]) =>
    !notChoosing.has(key) && (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '')
  if (!Object.entries(context.value).some(isChosen))
    context.issues.push({
      code: 'custom',
      message: 'selects nothing: say a name, type, label or another field',
      input: context.value,
    })
})
export type TeamSelector = z.output<typeof teamSelector>

/** The selectors of a team: it has the components that any of them finds. */
export const teamSelectors = z.array(teamSelector).check(z.maxLength(MOST_TEAM_SELECTORS))

const selectors = z.optional(z.array(resourceSelector).check(z.maxLength(50)))
const componentSelectors = z.optional(z.array(componentSelector).check(z.maxLength(50)))

/** Kinds of resources that can be searched for. */
export const resourceKinds = ['checks', 'configs', 'config_changes', 'config_analysis', 'components'] as const
export type ResourceKind = (typeof resourceKinds)[number]

/** Selectors of kinds that this server does not have. They select nothing. */
const otherSelectors = z.array(z.unknown()).check(z.maxLength(50))

/**
 * The request of a picker: selectors by kind. A resource is found if any of them matches. Clients may name unknown kinds.
 */
export const resourceSearch = z.catchall(
  z.object({
    limit: z._default(limit, RESOURCES_WITHOUT_LIMIT),
    checks: selectors,
    configs: selectors,
    /** By their items, `types` of changes, and severities as `statuses`. */
    config_changes: selectors,
    /** By their items, and `types` and `statuses` of insights. */
    config_analysis: selectors,
    components: componentSelectors,
  }),
  otherSelectors,
)
export type ResourceSearch = z.output<typeof resourceSearch>

const foundResource = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.string(),
  namespace: z.string(),
  /** Id */
  agent: z.uuid(),
  icon: z.nullable(z.string()),
  tags: z.record(z.string(), z.string()),
})
export type FoundResource = z.output<typeof foundResource>

/** The requested kinds. */
export const foundResources = z.record(z.string(), z.array(foundResource))
