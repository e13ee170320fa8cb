import type { CatalogSummaryRequest } from '@binnacle/contract/catalog'

/** What the summary can be grouped by, besides tags: SQL by name. */
const fixed: Readonly<Record<string, string>> = {
  type: 'items.type',
  // The specification means the part of the type before the colons here: decision 8.
  config_class: `split_part(items.type, '::', 1)`,
  provider: `split_part(items.type, '::', 1)`,
  name: 'items.name',
  status: 'items.status',
  health: 'items.health',
  analysis: `(select string_agg(kind, ', ' order by kind) from jsonb_object_keys(stats.open_analysis) as kind)`,
  changed: `case
    when items.updated_at >= now() - interval '1 day' then 'Last day'
    when items.updated_at >= now() - interval '7 days' then 'Last week'
    when items.updated_at >= now() - interval '30 days' then 'Last month'
    else 'Earlier' end`,
}

const TAG_SUFFIX = '__tag'

/** A column of the summary. */
export interface GroupColumn {
  /** As rows name it. */
  name: string
  isTag: boolean
  /** Of an item; undefined for a tag. */
  sql: string | undefined
}

/** The columns that a summary groups by. */
export function groupColumns({ groupBy, tags }: CatalogSummaryRequest): readonly GroupColumn[] {
  const names = new Set([...(groupBy.length === 0 ? ['type'] : groupBy), ...(tags ?? [])])
  return [...names].map((name) => {
    const sql = Object.hasOwn(fixed, name) ? fixed[name] : undefined
    const isTag = sql === undefined
    return { name: isTag && name.endsWith(TAG_SUFFIX) ? name.slice(0, -TAG_SUFFIX.length) : name, isTag, sql }
  })
}
