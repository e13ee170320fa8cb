import {
  type CheckListGroup,
  type CheckRow,
  checkSortColumns,
  type StateCounts,
} from '@binnacle/contract/health'
import { Badge, type ChosenTimeRange, DataTable, Pagination, type Sort } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { tableError } from '../../../application/pages/load-failure.tsx'
import type { Filters } from '../../../application/address/use-filters.ts'
import { groupTitle } from './check-group.ts'
import { checkTableColumns, ungroupedCheckColumns } from './columns.tsx'
import type { DashboardValues } from './filters.ts'
import { checkListQuery } from './queries.ts'
import { NothingToShow } from './states.tsx'

/** What every way to show the checks takes. */
export interface DashboardViewProps {
  dashboard: Filters<DashboardValues>
  /** The time that uptime and latency are of. */
  range: ChosenTimeRange
  /**
   * Told how many checks of each state the filters leave, whatever their health, what the first group is called, and when
   * that was answered (milliseconds since 1970).
   */
  onCounts: (counts: StateCounts, group: string | null | undefined, answered: number) => void
}

/** Passes on the counts of a list as soon as they belong to the current request. */
export function useCounts(
  {
    data,
    isPlaceholderData,
    dataUpdatedAt: answered,
  }: { data: { counts: StateCounts } | undefined; isPlaceholderData: boolean; dataUpdatedAt: number },
  group: Pick<CheckListGroup, 'name'> | undefined,
  onCounts: DashboardViewProps['onCounts'],
): void {
  const counts = isPlaceholderData ? undefined : data?.counts
  const name = group?.name
  useEffect(() => {
    if (counts !== undefined) onCounts(counts, name, answered)
  }, [counts, name, answered, onCounts])
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
        columns={values.groupBy === 'none' ? ungroupedCheckColumns : checkTableColumns}
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

/** Its name, which gives way to the namespace only as far as that needs to be seen at all. */
function GroupName({ name, namespace }: { name: string; namespace: string | undefined }): ReactNode {
  if (namespace === undefined) return <span className="block truncate">{name}</span>
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {/* It does not shrink: where both give way, a fraction of a pixel already costs it letters. */}
      <span className="max-w-full shrink-0 truncate sm:max-w-[calc(100%-3rem)]">{name}</span>
      <Badge className="min-w-10 shrink font-normal max-sm:hidden">
        <span className="truncate" title={namespace}>
          {namespace}
        </span>
      </Badge>
    </span>
  )
}

function groupingOf(groups: readonly CheckListGroup[], { values, set }: Filters<DashboardValues>) {
  return {
    groups,
    groupId: (group: CheckListGroup) => group.key,
    groupOf: (check: CheckRow) => check.group,
    groupName: (group: CheckListGroup) => (
      <GroupName
        name={groupTitle(group, values.groupBy)}
        namespace={
          values.groupBy === 'canary_name' && values.tab === undefined
            ? (group.namespace ?? undefined)
            : undefined
        }
      />
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
