import * as z from 'zod/mini'
import { filterShape } from '../core/columns.ts'
import { LONGEST_QUERY } from '../health/check-list.ts'
import { catalogChange, changeColumns } from './change-columns.ts'
import { catalogItem, itemColumns, itemOwner, itemSortColumns } from './columns.ts'
import { storedConfigField } from './fields.ts'

const text = z.string().check(z.maxLength(2_000))
/** Values that a list may have, such as `a,!b,pre*,*fix`. Source: data service, the `.filter` extension. */
const valueList = z.optional(text)
/** `team:ID`, `person:ID` and `nobody`, each with `!` in front to exclude it. */
const ownerList = z.optional(text)
/** `name=value` of fields with texts, each with `!` in front to exclude it. */
const fieldList = z.optional(text)
const counts = z.record(z.string(), z.number())
const time = z.nullable(z.string())
const cost = z.nullable(z.number())

/** Costs are kept for these periods. */
const costPeriods = ['1d', '7d', '30d'] as const
export type CostPeriod = (typeof costPeriods)[number]

/** The request of the grouped summary. Source: specification, document 2 section 7. */
export const catalogSummaryRequest = z.object({
  /** Columns, or names of tags. */
  groupBy: z._default(z.array(text).check(z.maxLength(5)), ['type']),
  /** More tags that rows show. */
  tags: z.optional(z.array(text).check(z.maxLength(5))),
  /** Values of labels by their name. */
  filter: z.optional(z.record(z.string(), text)),
  deleted: z.optional(z.boolean()),
  archived: z.optional(z.boolean()),
  owner: ownerList,
  fields: fieldList,
  status: valueList,
  health: valueList,
  changes: z.optional(z.object({ since: z.optional(text) })),
  /** Insights are counted as long as they are open; other clients name a time. */
  analysis: z.optional(z.unknown()),
  cost: z.optional(z.union([z.enum(costPeriods), z.literal('')])),
})
export type CatalogSummaryRequest = z.output<typeof catalogSummaryRequest>

/** A row of the summary, with a column for each grouping. */
const catalogSummaryRow = z.catchall(
  z.object({
    type: z.string(),
    count: z.number(),
    health: counts,
    analysis: counts,
    changes: z.number(),
    created_at: time,
    updated_at: time,
    cost_total_1d: z.optional(cost),
    cost_total_7d: z.optional(cost),
    cost_total_30d: z.optional(cost),
  }),
  z.unknown(),
)
export type CatalogSummaryRow = z.output<typeof catalogSummaryRow>
export const catalogSummary = z.array(catalogSummaryRow)

/** Most changes of a page. Source: decision 21 of the specification. */
const MOST_CHANGES = 1_000
/** The source of changes that the comparison of documents finds. Nobody told them. */
export const DOCUMENT_SOURCE = 'diff'

/** A number, also as a text, as an address has it. */
const whole = (least: number, most: number) =>
  z.pipe(z.coerce.number(), z.int().check(z.minimum(least), z.maximum(most)))

/** The request of a list of changes. Source: specification, document 2 section 7. */
export const catalogChangesRequest = z.object({
  /** A query; its words are parts of the type, the summary or the name of the item. */
  query: z.optional(z.string().check(z.maxLength(LONGEST_QUERY))),
  /** Changes of an item and of those that `recursive` names. A list of ids chooses items, without those around them. */
  id: z.optional(text),
  config_id: z.optional(text),
  /**
   * Of `severity`, this one or a worse one; with `!`, any but this one. Of `created_by`, a person or the name of somebody in
   * another system.
   */
  ...filterShape(changeColumns, valueList),
  /** A label selector over the tags of the item. */
  tags: z.optional(text),
  agent_id: z.optional(text),
  /** Date math, such as `now-2d`. The last two days if neither is given. */
  from: z.optional(text),
  to: z.optional(text),
  page: z._default(whole(1, 100_000), 1),
  page_size: z._default(whole(1, MOST_CHANGES), 50),
  /** A column; with a minus in front, downwards. */
  sort_by: z._default(text, '-created_at'),
  recursive: z._default(z.enum(['downstream', 'upstream', 'all', 'none', '']), 'downstream'),
  /** Also along edges that are no ownership. */
  soft: z.optional(z.union([z.boolean(), z.literal('true'), z.literal('false')])),
  depth: z._default(whole(0, 50), 5),
  include_deleted_configs: z.optional(z.union([z.boolean(), z.literal('true'), z.literal('false')])),
  /** Also changes of items that somebody archived. Those that `id` names are listed anyway. */
  include_archived_configs: z.optional(z.union([z.boolean(), z.literal('true'), z.literal('false')])),
})
export type CatalogChangesRequest = z.output<typeof catalogChangesRequest>

export const catalogChanges = z.object({
  changes: z.array(catalogChange),
  total: z.number(),
  /** Of all that the request chooses, by type. */
  summary: counts,
})
/** The same as it is sent. */
export type CatalogChangesAnswer = z.input<typeof catalogChanges>

/** The request of a page of items. */
export const catalogItemsQuery = z.object({
  /** In the query language; a word is the start of a name, or of the value of a tag or label. */
  query: z._default(z.string().check(z.maxLength(LONGEST_QUERY)), ''),
  /** Words that stand anywhere in documents. */
  words: z.optional(text),
  ...filterShape(itemColumns, valueList),
  /** `key=value` items, each with `!` in front to exclude it. */
  labels: z.optional(text),
  owner: ownerList,
  fields: fieldList,
  deleted: z.optional(z.stringbool()),
  archived: z.optional(z.stringbool()),
  sortBy: z._default(z.enum(itemSortColumns), 'type'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'asc'),
  pageIndex: z._default(whole(0, 100_000), 0),
  pageSize: z._default(whole(1, 1_000), 50),
})
export type CatalogItemsQuery = z.output<typeof catalogItemsQuery>

export const catalogItems = z.object({
  rows: z.array(catalogItem),
  /** At most `MOST_COUNTED_ITEMS`. */
  total: z.number(),
  /** Whether there are more than `total`. */
  more: z.boolean(),
})

/** The same as it is sent. */
export type CatalogItemsAnswer = z.input<typeof catalogItems>

/** A list counts no more items than this. */
export const MOST_COUNTED_ITEMS = 10_000

/** Most tags and labels that filters offer. */
export const MOST_PAIRS = 1_000

const texts = z.array(z.string())
const pairs = z.array(z.object({ key: z.string(), value: z.string() }))

/** The values that filters offer, in their order. */
export const catalogFacets = z.object({
  types: texts,
  statuses: texts,
  changeTypes: texts,
  analyzers: texts,
  tags: pairs,
  labels: pairs,
  /** Of any item. */
  owners: z.array(itemOwner),
  /** That people added to items. */
  fields: z.array(storedConfigField),
})
export type CatalogFacets = z.output<typeof catalogFacets>

/** What depends on an item. */
export const catalogImpact = z.object({
  /** Items that need it, the nearest first. */
  dependents: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      health: z.nullable(z.string()),
      distance: z.number(),
    }),
  ),
  /** Whether there are more. */
  more: z.boolean(),
})
export type CatalogImpact = z.output<typeof catalogImpact>
