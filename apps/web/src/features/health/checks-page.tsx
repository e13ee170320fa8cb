import { type CheckGroup, type CheckRow, checkSortColumns, checkStates } from '@binnacle/contract'
import {
  ALL,
  DataTable,
  EmptyState,
  FilterBar,
  HealthCounts,
  healthAppearance,
  PageHeader,
  Pagination,
  type Sort,
  type ValuesOf,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { HeartPulse } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { messageOf, requestIdOf } from '../../application/queries.ts'
import { type Filters, useAddress, useFilters } from '../../application/use-filters.ts'
import { CanaryFileProblems } from './canary-file-problems.tsx'
import { checkColumns } from './columns.tsx'
import { checkFilters, drawerFilters } from './filters.ts'
import { PageTime } from './page-time.tsx'
import { checkListQuery } from './queries.ts'

const CheckDrawer = lazy(async () => {
  const { CheckDrawer: component } = await import('./check-drawer.tsx')
  return { default: component }
})

type Values = ValuesOf<typeof checkFilters>

const groupings = [
  { value: 'none', label: 'No Grouping' },
  { value: 'canary_name', label: 'Group Name' },
]

/** The dashboard of checks: what is broken comes first. */
export function ChecksPage(): ReactNode {
  const address = useAddress()
  const filters = useFilters(checkFilters)
  const { values, set } = filters
  const { checkId, status, ...wanted } = values
  const list = useQuery(checkListQuery({ ...wanted, ...(status === ALL ? {} : { status }) }))
  const filtered = values.query !== '' || status !== ALL
  /** An open check takes its own parameters along when it closes. */
  const closeCheck = () => {
    const rest = checkFilters.serialize({ ...values, checkId: undefined }, address.search)
    address.replace(drawerFilters.serialize(drawerFilters.defaults, rest))
  }
  const clear = () => set({ query: '', status: ALL, pageIndex: 0 })
  const rows = list.data?.rows ?? []

  function changeSort(sort: Sort | undefined): void {
    const column = checkSortColumns.find((candidate) => candidate === sort?.column)
    set({ sortBy: column ?? 'status', sortOrder: sort?.direction ?? 'asc', pageIndex: 0 })
  }

  return (
    <>
      <div className="mx-auto flex min-h-full max-w-screen-2xl flex-col gap-3 p-3 sm:p-4 md:h-full lg:p-5">
        <PageHeader
          title="Health"
          badge={list.data === undefined ? null : <HealthCounts counts={list.data.counts} />}
          actions={<PageTime />}
        />
        <CanaryFileProblems />
        <CheckFilterBar filters={filters} counts={list.data?.counts} onClearAll={clear} />
        <DataTable<CheckRow, CheckGroup>
          label="Checks"
          fill
          columns={checkColumns}
          rows={rows}
          rowId={(check) => check.id}
          rowHref={(check) => filters.href({ checkId: check.id })}
          selectedId={checkId}
          sort={{ column: values.sortBy, direction: values.sortOrder }}
          onSortChange={changeSort}
          loading={list.isPending}
          refreshing={list.isPlaceholderData}
          error={
            list.error === null
              ? undefined
              : {
                  message: messageOf(list.error),
                  requestId: requestIdOf(list.error),
                  retry: () => void list.refetch(),
                }
          }
          onClearFilters={filtered ? clear : undefined}
          filters={describeFilters(values)}
          empty={<NoChecks />}
          {...(values.groupBy === 'none' ? {} : { grouping: groupingOf(list.data?.groups ?? [], filters) })}
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pagination
            label="Pages of checks"
            pageIndex={values.pageIndex}
            pageSize={values.pageSize}
            total={list.data.total}
            onChange={(page) => set(page)}
          />
        )}
      </div>
      <Suspense>{checkId !== undefined && <CheckDrawer id={checkId} onClose={closeCheck} />}</Suspense>
    </>
  )
}

function describeFilters(values: Values): string[] {
  const search = values.query === '' ? [] : [`“${values.query}”`]
  return values.status === ALL ? search : [...search, `Health: ${healthAppearance(values.status).word}`]
}

function groupingOf(groups: readonly CheckGroup[], { values, set }: Filters<Values>) {
  return {
    groups,
    groupId: (group: CheckGroup) => group.key,
    groupOf: (check: CheckRow) => check.canary_id,
    groupName: (group: CheckGroup) => group.name,
    collapsed: (group: CheckGroup) => group.collapsed,
    onToggle: (group: CheckGroup) =>
      set({
        collapsed: group.collapsed
          ? values.collapsed.filter((id) => id !== group.key)
          : [...values.collapsed, group.key],
      }),
  }
}

function CheckFilterBar(props: {
  filters: Filters<Values>
  counts: Readonly<Record<(typeof checkStates)[number], number>> | undefined
  onClearAll: () => void
}): ReactNode {
  const { values, set } = props.filters
  return (
    <FilterBar
      search={{
        value: values.query,
        onSearch: (query) => set({ query, pageIndex: 0 }),
        label: 'Search checks',
        placeholder: 'Search by name, description, or endpoint',
      }}
      onClearAll={props.onClearAll}
      filters={[
        {
          kind: 'choice',
          id: 'status',
          label: 'Health',
          value: values.status,
          neutral: ALL,
          onChange: (value) =>
            set({ status: checkStates.find((state) => state === value) ?? ALL, pageIndex: 0 }),
          options: [
            { value: ALL, label: 'All' },
            ...checkStates.map((state) => ({
              value: state,
              label: healthAppearance(state).word,
              ...(props.counts === undefined ? {} : { count: props.counts[state] }),
            })),
          ],
        },
        {
          kind: 'choice',
          id: 'groupBy',
          label: 'Group By',
          value: values.groupBy,
          // Grouping filters nothing, so no choice of it is an active filter.
          neutral: values.groupBy,
          onChange: (value) =>
            set({ groupBy: value === 'none' ? 'none' : 'canary_name', collapsed: [], pageIndex: 0 }),
          options: groupings,
        },
      ]}
    />
  )
}

function NoChecks(): ReactNode {
  return (
    <EmptyState title="No checks yet" icon={<HeartPulse strokeWidth={1.5} />}>
      <p>
        A check asks one of your systems at regular times whether it is well. Write some into a file and start
        with it:
      </p>
      <pre className="mt-3 rounded-panel border border-line bg-band px-3 py-2 text-left text-small">
        {'npm start -- --canaries checks.yaml'}
      </pre>
    </EmptyState>
  )
}
