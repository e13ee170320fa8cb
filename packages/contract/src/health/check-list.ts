import * as z from 'zod/mini'
import { checkRow, checkSortColumns, uptime } from './check-columns.ts'
import { canaryFile, timeRanges } from './health-api.ts'
import { checkStates } from './health.ts'
import { resourceSilence } from '../notifications/resource-silence.ts'
import { splitList } from '../text/list-text.ts'

const time = z.iso.datetime({ offset: true })

/** Most rows of a page of the check list. */
export const MAX_PAGE_SIZE = 1_000

/** Longest text of a search box that takes queries, in characters. */
export const LONGEST_QUERY = 2_000

/** Groups or splits by the value of one label. */
const byLabel = z.templateLiteral(['label:', z.string().check(z.minLength(1))])
const LABEL_PREFIX = 'label:'

/** What checks can be grouped by, besides labels. Screens call `canary_name` Group Name. */
export const fixedGroupings = ['none', 'canary_name', 'name', 'description', 'type', 'reason'] as const
export const checkGrouping = z.union([z.enum(fixedGroupings), byLabel])
export type CheckGrouping = z.output<typeof checkGrouping>

/** What tabs and columns can split checks by, besides labels. */
const fixedDimensions = ['namespace', 'agent'] as const
export const checkDimension = z.union([z.enum(fixedDimensions), byLabel])
export type CheckDimension = z.output<typeof checkDimension>

/** Key of the group of checks without a value. */
export const NO_GROUP = '-'

/** The grouping or dimension of a label. */
export function labelChoice(key: string): `label:${string}` {
  return `${LABEL_PREFIX}${key}`
}

/** The label key of a grouping or dimension; undefined if it is not a label. */
export function labelOfChoice(choice: string): string | undefined {
  return choice.startsWith(LABEL_PREFIX) ? choice.slice(LABEL_PREFIX.length) : undefined
}

/** Name of the tab or column of checks without a namespace. */
export const NO_NAMESPACE = 'none'

/** A label as filters name it. */
export function labelItem(key: string, value: string): string {
  return `${key}=${value}`
}

/** Splits an item of a label filter into key and value. @returns undefined if the text is not such an item */
export function parseLabelItem(item: string): { key: string; value: string } | undefined {
  const sign = item.indexOf('=')
  return sign < 1 ? undefined : { key: item.slice(0, sign), value: item.slice(sign + 1) }
}

/**
 * States by which the list can be filtered. No check is in `warning`, but other pages link here with it.
 */
export const checkStatusFilters = [...checkStates, 'warning'] as const

/** A list of texts in one parameter; see joinList. */
const textList = z.pipe(
  z._default(z.string().check(z.maxLength(20_000)), ''),
  z.transform((text) => splitList(text)),
)

const yesOrNo = z.pipe(
  z._default(z.enum(['true', 'false']), 'false'),
  z.transform((text) => text === 'true'),
)

/**
 * Which checks a request selects. Every field has a default, so a request without parameters selects all checks.
 * Labels are items such as `team=web`, or `!team=web` to exclude. A check matches if it has one of the values of each key.
 * Excluding a value keeps checks that do not have the label.
 */
const scope = {
  /**
   * A query such as `health=unhealthy labels.team=payments -legacy`. A word matches names, descriptions, endpoints, names
   * of canaries, and the reason why a check is not healthy.
   */
  query: z._default(z.string().check(z.maxLength(LONGEST_QUERY)), ''),
  labels: textList,
  tabBy: z._default(checkDimension, 'namespace'),
  /** Selects only checks with this value of `tabBy`. */
  tab: z.optional(z.string()),
  status: z.optional(z.enum(checkStatusFilters)),
  /** Excludes healthy checks. Ignored if a status is given. */
  hidePassing: yesOrNo,
  groupBy: z._default(checkGrouping, 'canary_name'),
  /** Selects only the group with this key. */
  group: z.optional(z.string()),
}

const page = {
  sortBy: z._default(z.enum(checkSortColumns), 'status'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'asc'),
  pageIndex: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  pageSize: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE)), 50),
}

/**
 * The time range of uptime and latency: a name such as `1d` that ends now or at `to`, or two instants. Rollups are coarse,
 * so results up to a twelfth of the range outside it count too.
 */
const figures = {
  timeRange: z._default(z.enum(Object.keys(timeRanges)), '1h'),
  from: z.optional(time),
  to: z.optional(time),
}
const checkFigures = z.object(figures)
export type CheckFigures = z.output<typeof checkFigures>

/** The request of the tabs and the sidebar. */
export const checkFacetsQuery = z.object(scope)
export type CheckFacetsQuery = z.output<typeof checkFacetsQuery>

/** The request of the table. */
export const checkListQuery = z.object({
  ...scope,
  ...page,
  ...figures,
  /** Keys of collapsed groups: only their heading is returned. */
  collapsed: textList,
})
export type CheckListQuery = z.output<typeof checkListQuery>

/** The request of the cards. */
export const checkCardsQuery = z.object({
  ...scope,
  ...page,
  ...figures,
})
export type CheckCardsQuery = z.output<typeof checkCardsQuery>

/** The request of a card for more of its checks. */
export const checkCellsQuery = z.object({
  ...scope,
  group: z.string(),
  /** How many the card already shows. */
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
})
export type CheckCellsQuery = z.output<typeof checkCellsQuery>

/** The request of the pivot table: groups against a label, namespace or agent. */
export const checkPivotQuery = z.object({
  ...scope,
  ...page,
  ...figures,
  pivotBy: z._default(checkDimension, 'namespace'),
})
export type CheckPivotQuery = z.output<typeof checkPivotQuery>

const stateCounts = z.object({
  healthy: z.int(),
  unhealthy: z.int(),
  unknown: z.int(),
})
/** How many checks are in each state. */
export type StateCounts = z.infer<typeof stateCounts>

/** Totals of a group of checks. */
const totals = {
  counts: stateCounts,
  uptime,
  /** Mean of the range in milliseconds; null if nothing ran. */
  latency: z.nullable(z.number()),
}

/** A group with the totals of all its members, including hidden ones and those on other pages. */
const checkGroup = z.object({
  key: z.string(),
  /** Null for the group of checks without a value. */
  name: z.nullable(z.string()),
  /** The namespace of all members; null if they differ. */
  namespace: z.nullable(z.string()),
  /** The type of all members, or 'multiple'. */
  type: z.string(),
  /** The icon of all members, or 'multiple'; null if they have none. */
  icon: z.nullable(z.string()),
  ...totals,
  last_transition_time: z.nullable(time),
  created_at: time,
})
export type CheckGroup = z.infer<typeof checkGroup>

/** A heading in the table. */
const checkListGroup = z.extend(checkGroup, { collapsed: z.boolean() })
export type CheckListGroup = z.infer<typeof checkListGroup>

export const checkList = z.object({
  rows: z.array(checkRow),
  /** Headings of the groups on this page, in the order of their rows; empty when not grouped. */
  groups: z.array(checkListGroup),
  /** Lines of all pages. A collapsed group is one line. */
  total: z.int(),
  /** Selected checks by state, including hidden healthy ones. */
  counts: stateCounts,
})
export type CheckList = z.infer<typeof checkList>

/** Checks that a card shows at first. */
export const CARD_CELLS = 24
/** Checks that a card loads with each request for more. */
export const MORE_CELLS = 200

/** A check as a cell of a card. */
export const checkCell = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.string(),
  state: z.enum(checkStates),
  /** Start of the message of the last run; null for healthy checks. */
  message: z.nullable(z.string()),
  /** The silence or maintenance that keeps messages about it back now. */
  silenced: z.optional(resourceSilence),
})
export type CheckCell = z.infer<typeof checkCell>

/** A group as a card with its first checks, unhealthy ones first. */
const checkCard = z.extend(checkGroup, {
  cells: z.array(checkCell).check(z.maxLength(CARD_CELLS)),
  /** How many checks of the group are selected. */
  shown: z.int(),
})
export type CheckCard = z.infer<typeof checkCard>

export const checkCards = z.object({
  cards: z.array(checkCard),
  /** Groups over all pages. */
  total: z.int(),
  counts: stateCounts,
})
export type CheckCards = z.infer<typeof checkCards>

/** A value of a label, namespace or agent, and how many selected checks have it. */
const facetValue = z.object({ value: z.string(), count: z.int() })

export const checkFacets = z.object({
  /** Values of `tabBy` in alphabetical order. Counts ignore the selected tab. */
  tabs: z.array(facetValue),
  /** Labels by key, most frequent values first. Counts of a key ignore the filter by that key. */
  labels: z.array(z.object({ key: z.string(), values: z.array(facetValue), more: z.int() })),
  /** Maintenance under way, the one that ends last first; missing without any. */
  maintenance: z.optional(z.array(resourceSilence)),
  /** Files of canaries with problems; missing without any. */
  files: z.optional(z.array(canaryFile)),
})
export type CheckFacets = z.infer<typeof checkFacets>

/** Most columns of a pivot table. */
export const PIVOT_COLUMNS = 24

export const checkPivot = z.object({
  /** Values in alphabetical order; null for checks without a value. */
  columns: z.array(z.nullable(z.string())),
  /** Number of values beyond the most columns. */
  more: z.int(),
  rows: z.array(
    z.object({
      key: z.string(),
      name: z.nullable(z.string()),
      cells: z.array(
        z.object({
          column: z.nullable(z.string()),
          /** Id of the check if the cell counts exactly one. */
          check: z.nullable(z.uuid()),
          /** What keeps messages about that one check back now. */
          silenced: z.optional(resourceSilence),
          ...totals,
        }),
      ),
    }),
  ),
  total: z.int(),
  counts: stateCounts,
})
export type CheckPivot = z.infer<typeof checkPivot>

/** The text of the search box, and how many of its characters are before the cursor. */
export const queryOffersQuery = z.object({
  text: z._default(z.string().check(z.maxLength(LONGEST_QUERY)), ''),
  at: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(LONGEST_QUERY)),
})

/** Suggestions that replace the characters from `from` up to `to`. */
export const queryOffers = z.object({
  from: z.int(),
  to: z.int(),
  offers: z.array(z.object({ text: z.string(), help: z.string() })),
})
export type QueryOffers = z.output<typeof queryOffers>
