import * as z from 'zod/mini'
import { type ResourceKind, resourceSelectors } from '../kinds/kinds.ts'
import { componentSelector, resourceLimit, selectorText } from './selectors.ts'

const RESOURCES_WITHOUT_LIMIT = 100

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
export const teamSelector = z
  .extend(componentSelector, { scope: z.optional(selectorText) })
  .check((context) => {
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

function selectorLists(): {
  [Name in ResourceKind]: z.ZodMiniOptional<z.ZodMiniArray<(typeof resourceSelectors)[Name]>>
}
function selectorLists() {
  return Object.fromEntries(
    Object.entries(resourceSelectors).map(([kind, selector]) => [
      kind,
      z.optional(z.array(selector).check(z.maxLength(50))),
    ]),
  )
}

/** Selectors of kinds that this server does not have. They select nothing. */
const otherSelectors = z.array(z.unknown()).check(z.maxLength(50))

/**
 * The request of a picker: selectors by kind. A resource is found if any of them matches. Clients may name unknown kinds.
 */
export const resourceSearch = z.catchall(
  z.object({
    limit: z._default(resourceLimit, RESOURCES_WITHOUT_LIMIT),
    ...selectorLists(),
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
