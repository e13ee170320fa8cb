import type { CheckDetail, CheckStatus } from '@binnacle/contract'
import {
  Age,
  ALL,
  type DataColumn,
  DataTable,
  Duration,
  HealthBadge,
  healthAppearance,
  Pagination,
  Select,
  useToast,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { messageOf, requestIdOf } from '../../application/queries.ts'
import { useFilters } from '../../application/use-filters.ts'
import { DurationFilter } from './duration-filter.tsx'
import { parseDurationFilter } from './duration-filter.ts'
import { drawerFilters, historyStatuses } from './filters.ts'
import { historyQuery, type Span } from './queries.ts'

const RunEvidence = lazy(async () => {
  const { RunEvidence: component } = await import('./run-evidence.tsx')
  return { default: component }
})

/** Results on a page of the history. */
const PAGE_SIZE = 50

const columns: readonly DataColumn<CheckStatus>[] = [
  { id: 'message', header: 'Message', width: 220, cell: (run) => run.error ?? run.message ?? 'no message' },
  {
    id: 'status',
    header: 'Health',
    width: 120,
    narrow: 'keep',
    cell: (run) => <HealthBadge state={run.state} />,
  },
  {
    id: 'duration',
    header: 'Duration',
    numeric: true,
    width: 96,
    cell: (run) => <Duration milliseconds={run.duration} />,
  },
  { id: 'time', header: 'Age', numeric: true, width: 80, cell: (run) => <Age time={run.time} /> },
]

const statusOptions = [
  { value: ALL, label: 'All' },
  ...historyStatuses.map((status) => ({ value: status, label: healthAppearance(status).word })),
]

/** The results of a check over the chosen time; each opens its evidence. */
export function CheckHistory({ check, span }: { check: CheckDetail; span: Span }): ReactNode {
  const { values, set, href } = useFilters(drawerFilters)
  const toast = useToast()
  const limit = values.duration === undefined ? undefined : parseDurationFilter(values.duration)
  const history = useQuery(
    historyQuery(check.id, span, {
      status: values.historyStatus === ALL ? undefined : values.historyStatus,
      duration: limit?.ok === true ? limit.value : undefined,
      pageIndex: values.historyPage,
      pageSize: PAGE_SIZE,
    }),
  )
  const { error } = history
  useEffect(() => {
    if (error !== null) toast.error(messageOf(error))
  }, [error, toast])

  const filtered = values.historyStatus !== ALL || values.duration !== undefined
  const clear = () => set({ historyStatus: ALL, duration: undefined, historyPage: 0 })
  const rows = history.data?.rows ?? []
  const open = values.run === undefined ? undefined : rows.find((run) => run.time === values.run)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <Select
          label="Status"
          showLabel
          value={values.historyStatus}
          options={statusOptions}
          onChange={(value) =>
            set({ historyStatus: historyStatuses.find((status) => status === value) ?? ALL, historyPage: 0 })
          }
        />
        <DurationFilter value={values.duration} onChange={(duration) => set({ duration, historyPage: 0 })} />
      </div>
      <DataTable
        label="History"
        shortcuts={false}
        columns={columns}
        rows={rows}
        rowId={(run) => run.time}
        rowHref={(run) => href({ run: run.time })}
        selectedId={values.run}
        loading={history.isPending}
        refreshing={history.isPlaceholderData}
        error={
          error === null
            ? undefined
            : {
                message: messageOf(error),
                requestId: requestIdOf(error),
                retry: () => void history.refetch(),
              }
        }
        onClearFilters={filtered ? clear : undefined}
      />
      {history.data !== undefined && history.data.total > PAGE_SIZE && (
        <Pagination
          label="Pages of history"
          pageIndex={values.historyPage}
          pageSize={PAGE_SIZE}
          total={history.data.total}
          onChange={({ pageIndex }) => set({ historyPage: pageIndex })}
        />
      )}
      <Suspense>
        {open !== undefined && <RunEvidence run={open} onClose={() => set({ run: undefined })} />}
      </Suspense>
    </div>
  )
}
