import * as z from 'zod/mini'
import { checkSummary, timeRanges, uptime } from './health-api.ts'
import { checkStates } from './health.ts'
import { splitList } from './list-text.ts'

const time = z.iso.datetime({ offset: true })

/** A page of the check list is at most this long. */
export const MAX_PAGE_SIZE = 1_000

/** Longest text of a search box that takes queries, in characters. */
export const LONGEST_QUERY = 2_000

/** Stands for whatever a label with a key says, where things can be seen by label. */
const byLabel = z.templateLiteral(['label:', z.string().check(z.minLength(1))])
const LABEL_PREFIX = 'label:'

/** What checks can be grouped by beside their labels; canary_name is what screens call Group Name. */
export const fixedGroupings = ['none', 'canary_name', 'name', 'description', 'type', 'reason'] as const
export const checkGrouping = z.union([z.enum(fixedGroupings), byLabel])
export type CheckGrouping = z.output<typeof checkGrouping>

/** What checks can be split into tabs or columns by, beside their labels. */
const fixedDimensions = ['namespace', 'agent'] as const
export const checkDimension = z.union([z.enum(fixedDimensions), byLabel])
export type CheckDimension = z.output<typeof checkDimension>

/** Key of the group of checks that have no value of what is grouped by, where that can be. */
export const NO_GROUP = '-'

/** The way to see checks by a label. */
export function labelChoice(key: string): `label:${string}` {
  return `${LABEL_PREFIX}${key}`
}

/** The key of the label that checks are seen by; undefined for any other way. */
export function labelOfChoice(choice: string): string | undefined {
  return choice.startsWith(LABEL_PREFIX) ? choice.slice(LABEL_PREFIX.length) : undefined
}

/** Tab or column of checks whose namespace is empty. */
export const NO_NAMESPACE = 'none'

/** A label as filters name it. */
export function labelItem(key: string, value: string): string {
  return `${key}=${value}`
}

/** Key and value of an item of a label filter; undefined where the text is none. */
export function parseLabelItem(item: string): { key: string; value: string } | undefined {
  const sign = item.indexOf('=')
  return sign < 1 ? undefined : { key: item.slice(0, sign), value: item.slice(sign + 1) }
}

export const checkSortColumns = [
  'status',
  'name',
  'type',
  'uptime',
  'latency',
  'last_transition_time',
  'created_at',
  /** Since when a check is unhealthy; others come last. */
  'failing_since',
  /** How many runs of the range failed. */
  'failures',
] as const
export type CheckSortColumn = (typeof checkSortColumns)[number]

/**
 * What the list can be filtered by: the states of checks, and `warning`, which other pages lead here with though no check
 * is in that state.
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
 * Which checks are meant. Every field has a default, so that a request without parameters means all of them.
 * Labels are items such as `team=web`, or `!team=web` to leave checks with it out: of one key any value will do, and
 * every key must fit; what has no such label is not left out.
 */
const scope = {
  /**
   * A query such as `health=unhealthy labels.team=payments -legacy`. A word in it is part of a name, description, endpoint,
   * name of a canary, or of the reason why a check is not healthy.
   */
  query: z._default(z.string().check(z.maxLength(LONGEST_QUERY)), ''),
  labels: textList,
  tabBy: z._default(checkDimension, 'namespace'),
  /** Only what has this value of `tabBy`. */
  tab: z.optional(z.string()),
  status: z.optional(z.enum(checkStatusFilters)),
  /** Leaves healthy checks out; of no consequence with a status. */
  hidePassing: yesOrNo,
  groupBy: z._default(checkGrouping, 'canary_name'),
  /** Only the group with this key. */
  group: z.optional(z.string()),
}

const page = {
  sortBy: z._default(z.enum(checkSortColumns), 'status'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'asc'),
  pageIndex: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  pageSize: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE)), 50),
}

/**
 * The time that uptime and latency are of: of a name such as `1d` until now or until `to`, or between two instants. What
 * began a little before or after it counts as well, up to a twelfth of it.
 */
const figures = {
  timeRange: z._default(z.enum(Object.keys(timeRanges)), '1h'),
  from: z.optional(time),
  to: z.optional(time),
}
const checkFigures = z.object(figures)
export type CheckFigures = z.output<typeof checkFigures>

/** What the tabs and the sidebar ask for. */
export const checkFacetsQuery = z.object(scope)
export type CheckFacetsQuery = z.output<typeof checkFacetsQuery>

/** What the table asks for. */
export const checkListQuery = z.object({
  ...scope,
  ...page,
  ...figures,
  /** Keys of groups of which only the heading is wanted. */
  collapsed: textList,
})
export type CheckListQuery = z.output<typeof checkListQuery>

/** What the cards ask for. */
export const checkCardsQuery = z.object({
  ...scope,
  ...page,
  ...figures,
})
export type CheckCardsQuery = z.output<typeof checkCardsQuery>

/** What a card asks for that shows more of its checks. */
export const checkCellsQuery = z.object({
  ...scope,
  group: z.string(),
  /** How many of them are known already. */
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
})
export type CheckCellsQuery = z.output<typeof checkCellsQuery>

/** What the table of groups against a label, namespace or agent asks for. */
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

/** Totals of checks that are seen as one. */
const totals = {
  counts: stateCounts,
  uptime,
  /** Mean of the range in milliseconds; null where nothing ran. */
  latency: z.nullable(z.number()),
}

/** A heading with the totals of all its members, on this page or not, hidden or not. */
const checkGroup = z.object({
  key: z.string(),
  /** null for checks that have no value of what is grouped by. */
  name: z.nullable(z.string()),
  /** The one that all members share, else null. */
  namespace: z.nullable(z.string()),
  /** The type all members share, or 'multiple'. */
  type: z.string(),
  /** The icon all members share, or 'multiple'; null where they have none. */
  icon: z.nullable(z.string()),
  ...totals,
  last_transition_time: z.nullable(time),
  created_at: time,
})
export type CheckGroup = z.infer<typeof checkGroup>

/** A heading in the table. */
const checkListGroup = z.extend(checkGroup, { collapsed: z.boolean() })
export type CheckListGroup = z.infer<typeof checkListGroup>

/** Results that a row of the list shows at most. */
export const RECENT_RESULTS = 30

/** A check as a row of the list: its figures are those of the range that was asked for; with its last results, oldest first. */
export const checkRow = z.extend(checkSummary, {
  recent: z.array(z.enum(checkStates)).check(z.maxLength(RECENT_RESULTS)),
  /** Key of the group it belongs to. */
  group: z.string(),
})
export type CheckRow = z.infer<typeof checkRow>

export const checkList = z.object({
  rows: z.array(checkRow),
  /** Headings of the groups on this page, in the order of their rows; empty when not grouped. */
  groups: z.array(checkListGroup),
  /** Lines over all pages: checks, with each collapsed group as one. */
  total: z.int(),
  /** Checks that are meant, whatever their health. */
  counts: stateCounts,
})
export type CheckList = z.infer<typeof checkList>

/** Checks that a card shows before it is asked for more. */
export const CARD_CELLS = 24
/** Checks that a card loads at a time when it is asked for more. */
export const MORE_CELLS = 200

/** A check as a cell of a card. */
export const checkCell = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.string(),
  state: z.enum(checkStates),
  /** What the last run said, the beginning of it; null for healthy checks. */
  message: z.nullable(z.string()),
})
export type CheckCell = z.infer<typeof checkCell>

/** A group as a card: its first checks, what is broken first. */
const checkCard = z.extend(checkGroup, {
  cells: z.array(checkCell).check(z.maxLength(CARD_CELLS)),
  /** How many checks of the group there are to be shown. */
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

/** What a label, namespace or agent stands for among checks, and how many of them are meant. */
const facetValue = z.object({ value: z.string(), count: z.int() })

export const checkFacets = z.object({
  /** Values of what the tabs are by, in alphabetical order; their counts are without the tab that is chosen. */
  tabs: z.array(facetValue),
  /** Labels of checks by key, the most frequent values first; counts of a key are without the filter by it. */
  labels: z.array(z.object({ key: z.string(), values: z.array(facetValue), more: z.int() })),
})
export type CheckFacets = z.infer<typeof checkFacets>

/** Columns of a pivot table at most. */
export const PIVOT_COLUMNS = 24

export const checkPivot = z.object({
  /** Values in alphabetical order; null stands for checks without one. */
  columns: z.array(z.nullable(z.string())),
  /** Values for which there was no room. */
  more: z.int(),
  rows: z.array(
    z.object({
      key: z.string(),
      name: z.nullable(z.string()),
      cells: z.array(
        z.object({
          column: z.nullable(z.string()),
          /** Id of the check, where it is only one. */
          check: z.nullable(z.uuid()),
          ...totals,
        }),
      ),
    }),
  ),
  total: z.int(),
  counts: stateCounts,
})
export type CheckPivot = z.infer<typeof checkPivot>

/** The text of the search box, and how many characters of it stand before the cursor. */
export const queryOffersQuery = z.object({
  text: z._default(z.string().check(z.maxLength(LONGEST_QUERY)), ''),
  at: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(LONGEST_QUERY)),
})

/** What can be put in the place of the characters from `from` up to `to`. */
export const queryOffers = z.object({
  from: z.int(),
  to: z.int(),
  offers: z.array(z.object({ text: z.string(), help: z.string() })),
})
export type QueryOffers = z.output<typeof queryOffers>
