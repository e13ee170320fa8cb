import { type CheckListGroup, type CheckRow, checkSortColumns, type StateCounts } from '@binnacle/contract'
import { Badge, type ChosenTimeRange, DataTable, Pagination, type Sort } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { tableError } from '../../application/load-failure.tsx'
import type { Filters } from '../../application/use-filters.ts'
import { groupTitle } from './check-group.ts'
import { checkColumns, ungroupedCheckColumns } from './columns.tsx'
import type { DashboardValues } from './dashboard-filters.ts'
import { checkListQuery } from './dashboard-queries.ts'
import { NothingToShow } from './dashboard-states.tsx'

/** What every way to show the checks takes. */
export interface DashboardViewProps {
  dashboard: Filters<DashboardValues>
  /** The time that uptime and latency are of. */
  range: ChosenTimeRange
  /** Told how many checks of each state the filters leave, whatever their health, and what the first group is called. */
  onCounts: (counts: StateCounts, group: string | null | undefined) => void
}

/** Tells whoever shows the counts of a list about them, once they are of what is asked for now. */
export function useCounts(
  { data, isPlaceholderData }: { data: { counts: StateCounts } | undefined; isPlaceholderData: boolean },
  group: Pick<CheckListGroup, 'name'> | undefined,
  onCounts: DashboardViewProps['onCounts'],
): void {
  const counts = isPlaceholderData ? undefined : data?.counts
  const name = group?.name
  useEffect(() => {
    if (counts !== undefined) onCounts(counts, name)
  }, [counts, name, onCounts])
}

/** The checks as a table, grouped or not. */
export function DashboardTable({ dashboard, range, onCounts }: DashboardViewProps): ReactNode {
  const { values, set, href } = dashboard
  const list = useQuery(checkListQuery({ values, range }))
  useCounts(list, list.data?.groups[0], onCounts)

  function changeSort(sort: Sort | undefined): void {
    const column = checkSortColumns.find((candidate) => candidate === sort?.column)
    set({ sortBy: column ?? 'status', sortOrder: sort?.direction ?? 'asc', pageIndex: 0 })
  }

  return (
    <>
      <DataTable<CheckRow, CheckListGroup>
        label="Checks"
        fill
        columns={values.groupBy === 'none' ? ungroupedCheckColumns : checkColumns}
        rows={list.data?.rows ?? []}
        rowId={(check) => check.id}
        rowHref={(check) => href({ checkId: check.id })}
        selectedId={values.checkId}
        sort={{ column: values.sortBy, direction: values.sortOrder }}
        onSortChange={changeSort}
        loading={list.isPending}
        refreshing={list.isPlaceholderData}
        error={tableError(list)}
        empty={list.data !== undefined && <NothingToShow dashboard={dashboard} counts={list.data.counts} />}
        {...(values.groupBy === 'none' ? {} : { grouping: groupingOf(list.data?.groups ?? [], dashboard) })}
      />
      <DashboardPages dashboard={dashboard} total={list.data?.total} label="Pages of checks" />
    </>
  )
}

/** The pages of any of the ways to show the checks, where there are any. */
export function DashboardPages(props: {
  dashboard: Filters<DashboardValues>
  total: number | undefined
  label: string
}): ReactNode {
  const { values, set } = props.dashboard
  if (props.total === undefined || props.total === 0) return null
  return (
    <Pagination
      label={props.label}
      pageIndex={values.pageIndex}
      pageSize={values.pageSize}
      total={props.total}
      onChange={(page) => set(page)}
    />
  )
}

function groupingOf(groups: readonly CheckListGroup[], { values, set }: Filters<DashboardValues>) {
  return {
    groups,
    groupId: (group: CheckListGroup) => group.key,
    groupOf: (check: CheckRow) => check.group,
    groupName: (group: CheckListGroup) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="min-w-0 truncate">{groupTitle(group, values.groupBy)}</span>
        {values.groupBy === 'canary_name' && values.tab === undefined && group.namespace !== null && (
          <Badge className="min-w-10 shrink-[999] font-normal max-sm:hidden">
            <span className="truncate" title={group.namespace}>
              {group.namespace}
            </span>
          </Badge>
        )}
      </span>
    ),
    collapsed: (group: CheckListGroup) => group.collapsed,
    onToggle: (group: CheckListGroup) =>
      set({
        collapsed: group.collapsed
          ? values.collapsed.filter((key) => key !== group.key)
          : [...values.collapsed, group.key],
      }),
  }
}
