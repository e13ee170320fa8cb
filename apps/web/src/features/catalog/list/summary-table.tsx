import { DataTable, EmptyState } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Boxes } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Filters } from '../../../application/address/use-filters.ts'
import { tableError } from '../../../application/pages/load-failure.tsx'
import { useHiddenColumns } from '../../../application/resource/saved-views/hidden-columns.ts'
import { readFavorites, writeFavorites } from '../preference.ts'
import { type CatalogValues, requestGroups } from './filters.ts'
import { summaryQuery } from './queries.ts'
import { groupsOf, linesOf, type SummaryGroup, type SummaryLine } from './summary.ts'
import { lineHref, summaryColumns } from './summary-columns.tsx'

/** All items, counted by type or by another grouping. */
export function SummaryTable(props: {
  filters: Filters<CatalogValues>
  hideDeleted: boolean
  showArchived: boolean
  narrowed: boolean
  onClear: () => void
}): ReactNode {
  const { values } = props.filters
  const { labels, owner, fields, status, health, groupBy } = values
  const [favorites, setFavorites] = useState(readFavorites)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const summary = useQuery(
    summaryQuery({
      labels,
      owner,
      fields,
      status,
      health,
      deleted: !props.hideDeleted,
      archived: props.showArchived,
      groups: requestGroups(groupBy),
    }),
  )
  const lines = useMemo(
    () => linesOf(summary.data ?? [], groupBy, favorites),
    [summary.data, groupBy, favorites],
  )
  const groups = useMemo(() => groupsOf(lines, favorites), [lines, favorites])
  const columns = useMemo(
    () =>
      summaryColumns(values, {
        favorites,
        onPin(type) {
          const changed = new Set(favorites)
          if (!changed.delete(type)) changed.add(type)
          writeFavorites(changed)
          setFavorites(changed)
        },
      }),
    [values, favorites],
  )

  const hidden = useHiddenColumns(columns)

  return (
    <DataTable<SummaryLine, SummaryGroup>
      label="Catalog"
      fill
      columns={columns}
      {...hidden}
      rows={lines.filter(({ group }) => !folded.has(group))}
      rowId={({ id }) => id}
      rowHref={(line) => lineHref(values, line)}
      grouping={{
        groups,
        groupId: ({ id }) => id,
        groupOf: ({ group }) => group,
        groupName: ({ id }) => id,
        collapsed: ({ id }) => folded.has(id),
        onToggle({ id }) {
          const changed = new Set(folded)
          if (!changed.delete(id)) changed.add(id)
          setFolded(changed)
        },
      }}
      loading={summary.isPending}
      refreshing={summary.isPlaceholderData}
      error={tableError(summary)}
      onClearFilters={props.narrowed ? props.onClear : undefined}
      empty={
        <EmptyState title="The catalog is empty" icon={<Boxes strokeWidth={1.5} />}>
          A scraper reads what you run and lists it here.
        </EmptyState>
      }
    />
  )
}
