import type { CatalogSummaryRequest, itemColumns } from '@binnacle/contract/catalog'
import type { GroupedName } from '@binnacle/contract/core'
import sql, { raw, type Sql } from 'sql-template-tag'

/** What only other clients group by. */
type OtherGrouping = 'provider' | 'status' | 'health'

/** What the summary can be grouped by, besides tags: SQL by name. */
const fixed: Readonly<Record<GroupedName<typeof itemColumns> | OtherGrouping, Sql>> = {
  type: sql`items.type`,
  // The specification means the part of the type before the colons here: decision 8.
  config_class: sql`split_part(items.type, '::', 1)`,
  provider: sql`split_part(items.type, '::', 1)`,
  name: sql`items.name`,
  status: sql`items.status`,
  health: sql`items.health`,
  analysis: sql`(select string_agg(kind, ', ' order by kind) from jsonb_object_keys(stats.open_analysis) as kind)`,
  changed: sql`case
    when items.updated_at >= now() - interval '1 day' then 'Last day'
    when items.updated_at >= now() - interval '7 days' then 'Last week'
    when items.updated_at >= now() - interval '30 days' then 'Last month'
    else 'Earlier' end`,
}

const byName: ReadonlyMap<string, Sql> = new Map(Object.entries(fixed))

const TAG_SUFFIX = '__tag'

/** A column of the summary. */
export interface GroupColumn {
  /** As rows name it. */
  name: string
  isTag: boolean
  /** Of an item; undefined for a tag. */
  sql: Sql | undefined
}

/** Name of the column of a group, by its place in the list of columns. */
export const keyName = (index: number) => raw(`key_${index}`)

/** The columns that a summary groups by. */
export function groupColumns({ groupBy, tags }: CatalogSummaryRequest): readonly GroupColumn[] {
  const names = new Set([...(groupBy.length === 0 ? ['type'] : groupBy), ...(tags ?? [])])
  return [...names].map((name) => {
    const column = byName.get(name)
    const isTag = column === undefined
    return {
      name: isTag && name.endsWith(TAG_SUFFIX) ? name.slice(0, -TAG_SUFFIX.length) : name,
      isTag,
      sql: column,
    }
  })
}
