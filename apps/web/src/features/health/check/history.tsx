import type { CheckDetail, CheckStatus, CheckStatusList } from '@binnacle/contract/health'
import {
  ALL,
  Button,
  endsNow,
  FilteredEmptyState,
  healthAppearance,
  NO_DATA,
  Notice,
  Pagination,
  Select,
  useToast,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { messageOf, useLastingFailure } from '../../../application/requests/queries.ts'
import { historyStatuses } from './drawer-filters.ts'
import { DurationFilter } from './duration-filter.tsx'
import { parseDurationFilter } from './duration-filter.ts'
import { HistoryTable, LoadingHistory } from './history-table.tsx'
import { historyQuery, newerResultsQuery, runQuery } from './queries.ts'
import type { OpenCheck } from './use-open-check.ts'

/** Number of results on a page. */
const PAGE_SIZE = 50

const statusOptions = [
  { value: ALL, label: 'All' },
  ...historyStatuses.map((status) => ({ value: status, label: healthAppearance(status).word })),
]

/**
 * The results of a check in the time range; each one opens its evidence. The newest page updates live until the
 * person points at it, opens a result or shows another page. Then it stays still and shows how many newer results
 * there are.
 */
export function CheckHistory({ check, open }: { check: CheckDetail; open: OpenCheck }): ReactNode {
  const { values, set, href, range } = open
  const limit = values.duration === undefined ? undefined : parseDurationFilter(values.duration)
  const wanted = {
    range,
    asOf: values.asOf,
    status: values.historyStatus === ALL ? undefined : values.historyStatus,
    duration: limit?.ok === true ? limit.value : undefined,
    pageIndex: values.historyPage,
    pageSize: PAGE_SIZE,
  }
  const history = useQuery(historyQuery(check.id, wanted))
  const failure = useFailureToast(history)
  const still = useStandstill(JSON.stringify(wanted), history.data)
  /** Whether the list shows newer results live. */
  const follows = endsNow(range) && values.asOf === undefined && values.historyPage === 0
  const shown = (follows ? still.data : undefined) ?? history.data
  const rows = shown?.data ?? []
  const total = shown?.totalEntries ?? 0
  const newest = follows ? rows[0]?.time : undefined
  const newer = useQuery(
    newerResultsQuery(check.id, { ...wanted, asOf: values.asOf ?? (still.data && newest) }),
  )
  const filtered = values.historyStatus !== ALL || values.duration !== undefined
  /** Time of the newest visible result, at which the list stops updating. */
  const asOf = values.asOf ?? newest
  const fromStart = { historyPage: 0, asOf: undefined, run: undefined }
  const showNewer = () => {
    still.release()
    set(fromStart)
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <Select
          label="Status"
          showLabel
          value={values.historyStatus}
          options={statusOptions}
          onChange={(value) =>
            set({ historyStatus: historyStatuses.find((status) => status === value) ?? ALL, ...fromStart })
          }
        />
        <DurationFilter value={values.duration} onChange={(duration) => set({ duration, ...fromStart })} />
        {newer.data !== undefined && newer.data > 0 && (
          <Button variant="ghost" className="ml-auto" onClick={showNewer}>
            {`${newer.data} new`}
          </Button>
        )}
      </div>
      {failure !== null && history.data !== undefined && (
        <Notice kind="error">{`${messageOf(failure)}. These results may be out of date.`}</Notice>
      )}
      <LinkedRun check={check} rows={history.data?.data} open={open} />
      {failure !== null && history.data === undefined ? (
        <LoadFailure error={failure} queries={[history]} />
      ) : shown === undefined ? (
        <LoadingHistory />
      ) : rows.length > 0 ? (
        <HistoryTable
          rows={rows}
          openTime={values.run}
          busy={history.isPlaceholderData}
          onEngage={still.hold}
          onLeave={still.release}
          hrefOf={(run) =>
            href({ run, asOf: run === undefined && values.historyPage === 0 ? undefined : asOf })
          }
        />
      ) : filtered ? (
        <FilteredEmptyState onClear={() => set({ historyStatus: ALL, duration: undefined, ...fromStart })} />
      ) : (
        <p className="rounded-panel border border-line px-4 py-10 text-center text-secondary">{NO_DATA}</p>
      )}
      {total > PAGE_SIZE && (
        <Pagination
          label="Pages of history"
          pageIndex={values.historyPage}
          pageSize={PAGE_SIZE}
          total={total}
          onChange={({ pageIndex }) =>
            set({ historyPage: pageIndex, run: undefined, asOf: pageIndex === 0 ? undefined : asOf })
          }
        />
      )}
    </div>
  )
}

/**
 * Freezes a list while the person points at it or focuses it, because people miss rows that move.
 * @param key identifies the list: another list is not frozen
 */
function useStandstill(key: string, present: CheckStatusList | undefined) {
  const [lastPage, setLastPage] = useState<{ key: string; data: CheckStatusList }>()
  return {
    data: lastPage?.key === key ? lastPage.data : undefined,
    hold: () => {
      if (present !== undefined && lastPage?.key !== key) setLastPage({ key, data: present })
    },
    release: () => setLastPage(undefined),
  }
}

/** Returns the failure of the history and reports it in one toast, however often the request is retried. */
function useFailureToast(history: Parameters<typeof useLastingFailure>[0]): Error | null {
  const toast = useToast()
  const failure = useLastingFailure(history)
  const words = failure === null ? undefined : messageOf(failure)
  useEffect(() => {
    if (words !== undefined) toast.error(words)
  }, [words, toast])
  return failure
}

/** The result that an address names, if the current page of the list lacks it, as for a link from yesterday. */
function LinkedRun(props: {
  check: CheckDetail
  rows: readonly CheckStatus[] | undefined
  open: OpenCheck
}): ReactNode {
  const { run: time } = props.open.values
  const missing = time !== undefined && props.rows?.some((run) => run.time === time) === false
  const run = useQuery({ ...runQuery(props.check.id, time ?? ''), enabled: missing })
  if (!missing || run.data === undefined) return null
  if (run.data === null) return <Notice kind="information">The result of this link was removed.</Notice>
  return (
    <HistoryTable
      label="Linked result"
      rows={[run.data]}
      openTime={time}
      busy={false}
      hrefOf={() => props.open.href({ run: undefined })}
    />
  )
}
