import {
  ALL,
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
import { HeartPulse, Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { messageOf, requestIdOf } from '../../application/queries.ts'
import { useSession } from '../../application/session.ts'
import { useFilters } from '../../application/use-filters.ts'
import { useLastPage } from '../../application/use-last-page.ts'
import { CanaryFileProblems } from '../health/canary-file-problems.tsx'
import { canaryColumns } from './columns.tsx'
import { DeleteCanary } from './delete-canary.tsx'
import { canaryFilters, canarySortColumns, canarySources } from './filters.ts'
import { canaryListQuery, type ListedCanary } from './queries.ts'

const sourceLabels = { UI: 'Made here', file: 'From a file', builtin: 'Comes with Binnacle' } as const

/** The health checks of this installation, wherever they come from. */
export function CanariesPage(): ReactNode {
  const session = useSession()
  const { values, set } = useFilters(canaryFilters)
  const { source, ...wanted } = values
  const list = useQuery(canaryListQuery({ ...wanted, source: source === ALL ? undefined : source }))
  const [leaving, setLeaving] = useState<ListedCanary>()
  useLastPage(list.data?.total, values, set)
  const mayWrite = session.may('write', 'canaries')
  const columns = useMemo(() => canaryColumns(mayWrite ? setLeaving : undefined), [mayWrite])
  const clear = () => set({ query: '', source: ALL, pageIndex: 0 })

  function changeSort(sort: Sort | undefined): void {
    const column = canarySortColumns.find((candidate) => candidate === sort?.column)
    set({ sortBy: column ?? 'name', sortOrder: sort?.direction ?? 'asc', pageIndex: 0 })
  }

  return (
    <>
      <div className="mx-auto flex min-h-full max-w-screen-2xl flex-col gap-3 p-3 sm:p-4 md:h-full lg:p-5">
        <PageHeader
          title="Health Checks"
          breadcrumb={[{ label: 'Settings' }]}
          badge={list.data === undefined ? null : <Badge>{list.data.total}</Badge>}
          actions={
            mayWrite && (
              <PlainLink href="/settings/canaries/new" className={buttonClass({ variant: 'primary' })}>
                <Plus aria-hidden="true" className="size-3.5" />
                New health check
              </PlainLink>
            )
          }
        />
        <CanaryFileProblems />
        <FilterBar
          search={{
            value: values.query,
            onSearch: (query) => set({ query, pageIndex: 0 }),
            label: 'Search health checks',
            placeholder: 'Search by name, namespace or file',
          }}
          onClearAll={clear}
          filters={[
            {
              kind: 'choice',
              id: 'source',
              label: 'Source',
              value: source,
              neutral: ALL,
              onChange: (value) =>
                set({ source: canarySources.find((candidate) => candidate === value) ?? ALL, pageIndex: 0 }),
              options: [
                { value: ALL, label: 'All' },
                ...canarySources.map((value) => ({ value, label: sourceLabels[value] })),
              ],
            },
          ]}
        />
        <DataTable
          label="Health Checks"
          fill
          columns={columns}
          rows={list.data?.rows ?? []}
          rowId={(canary) => canary.id}
          rowHref={(canary) => `/settings/canaries/${canary.id}`}
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
          onClearFilters={values.query === '' && source === ALL ? undefined : clear}
          empty={
            <EmptyState title="No resources found" icon={<HeartPulse strokeWidth={1.5} />}>
              A health check is a group of checks with one schedule. Make one here, or let Binnacle read a
              file of them.
            </EmptyState>
          }
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pagination
            label="Pages of health checks"
            pageIndex={values.pageIndex}
            pageSize={values.pageSize}
            total={list.data.total}
            onChange={(page) => set(page)}
          />
        )}
      </div>
      {leaving !== undefined && (
        <DeleteCanary
          id={leaving.id}
          name={leaving.name}
          checks={leaving.healthy + leaving.unhealthy + leaving.unknown}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}
