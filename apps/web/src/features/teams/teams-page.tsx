import {
  Badge,
  buttonClass,
  DataTable,
  EmptyState,
  FilterBar,
  PageHeader,
  Pagination,
  PlainLink,
  type Sort,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus, UsersRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { messageOf, requestIdOf } from '../../application/queries.ts'
import { useSession } from '../../application/session.ts'
import { useFilters } from '../../application/use-filters.ts'
import { useLastPage } from '../../application/use-last-page.ts'
import { teamColumns } from './columns.tsx'
import { teamFilters, teamSortColumns } from './filters.ts'
import { teamListQuery } from './queries.ts'

const AddTeam = lazy(async () => {
  const { AddTeam: component } = await import('./add-team.tsx')
  return { default: component }
})

/** The teams that incidents are handed to. */
export function TeamsPage(): ReactNode {
  const session = useSession()
  const { values, set, href } = useFilters(teamFilters)
  const { add, ...wanted } = values
  const list = useQuery(teamListQuery(wanted))
  useLastPage(list.data?.total, values, set)
  const mayWrite = session.may('write', 'database')
  const clear = () => set({ query: '', pageIndex: 0 })

  function changeSort(sort: Sort | undefined): void {
    const column = teamSortColumns.find((candidate) => candidate === sort?.column)
    set({ sortBy: column ?? 'name', sortOrder: sort?.direction ?? 'asc', pageIndex: 0 })
  }

  return (
    <>
      <div className="mx-auto flex min-h-full max-w-screen-2xl flex-col gap-3 p-3 sm:p-4 md:h-full lg:p-5">
        <PageHeader
          title="Teams"
          breadcrumb={[{ label: 'Settings' }]}
          badge={list.data === undefined ? null : <Badge>{list.data.total}</Badge>}
          actions={
            mayWrite && (
              <PlainLink href={href({ add: true })} className={buttonClass({ variant: 'primary' })}>
                <Plus aria-hidden="true" className="size-3.5" />
                Add
              </PlainLink>
            )
          }
        />
        <FilterBar
          search={{
            value: values.query,
            onSearch: (query) => set({ query, pageIndex: 0 }),
            label: 'Search teams',
            placeholder: 'Search by name',
          }}
          onClearAll={clear}
          filters={[]}
        />
        <DataTable
          label="Teams"
          fill
          columns={teamColumns}
          rows={list.data?.rows ?? []}
          rowId={(team) => team.id}
          rowHref={(team) => `/settings/teams/${team.id}`}
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
          onClearFilters={values.query === '' ? undefined : clear}
          empty={
            <EmptyState title="No resources found" icon={<UsersRound strokeWidth={1.5} />}>
              A team is a group of people who are called together, and how they are reached.
            </EmptyState>
          }
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pagination
            label="Pages of teams"
            pageIndex={values.pageIndex}
            pageSize={values.pageSize}
            total={list.data.total}
            onChange={(page) => set(page)}
          />
        )}
      </div>
      <Suspense>{add && mayWrite && <AddTeam onClose={() => set({ add: false })} />}</Suspense>
    </>
  )
}
