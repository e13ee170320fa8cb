import {
  type FilterCodec,
  type FilterControl,
  readTimeRange,
  TimeRangePicker,
  withTriState,
  writeTimeRange,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { choiceFilter } from '../../../application/resource/choice-filter.ts'
import type { ListProps } from '../../../application/resource/list-page.tsx'
import { useFilters } from '../../../application/address/use-filters.ts'
import { type FilterName, runColumns } from './columns.tsx'
import { durations, noFilters, resourceTypes, type RunValues, statusOptions, usualRange } from './filters.ts'
import { jobNamesQuery, type JobResource, runListQuery, runSearch } from './queries.ts'
import { detailsOf, type JobRun, type RunSortColumn, runSortColumns } from './run.ts'

const RunDialog = lazy(async () => {
  const { RunDialog: component } = await import('./run-dialog.tsx')
  return { default: component }
})

const closed = { run: undefined, queued: undefined, details: undefined } as const

/** The list of runs that the address selects. */
export interface Runs {
  list: ListProps<JobRun, RunSortColumn>
  /** Picker of the time range. */
  range: ReactNode
  /** Dialog of the open run. */
  dialog: ReactNode
  /** Opens the run of a queue entry once it starts. */
  follow: (queueId: string) => void
}

/**
 * Builds the list of runs with its filters and its dialog.
 * @param codec codec of the URL parameters
 * @param resource resource whose runs are listed, by default of any time; undefined for all runs
 */
export function useRuns(codec: FilterCodec<RunValues>, resource?: JobResource): Runs {
  const { values, set, href } = useFilters(codec)
  const { timeRange, from, to, run, queued, details, ...wanted } = values
  const { name, status, resourceType, duration } = values
  const ofOne = resource !== undefined
  const range = useMemo(
    () => readTimeRange({ timeRange, from, to }) ?? (ofOne ? undefined : usualRange),
    [timeRange, from, to, ofOne],
  )
  const rows = useQuery(runListQuery({ ...wanted, range, resource }))
  const names = useQuery(jobNamesQuery)
  const onFilter = useCallback<FilterName>(
    (chosen, state) => set({ name: withTriState(name, chosen, state), pageIndex: 0 }),
    [set, name],
  )
  const columns = useMemo(() => runColumns(onFilter, ofOne), [onFilter, ofOne])
  const follow = (queueId: string) => set({ ...closed, queued: queueId })
  const filters: FilterControl[] = [
    {
      kind: 'triState',
      id: 'name',
      label: 'Job Name',
      value: name,
      options: [...new Set([...(names.data ?? []), ...name.keys()])].map((value) => ({
        value,
        label: value,
      })),
      onChange: (value) => set({ name: value, pageIndex: 0 }),
    },
    {
      kind: 'triState',
      id: 'status',
      label: 'Status',
      value: status,
      options: statusOptions,
      onChange: (value) => set({ status: value, pageIndex: 0 }),
    },
    choiceFilter({
      id: 'duration',
      label: 'Duration',
      value: duration,
      values: Object.keys(durations),
      labels: durations,
      onChange: (value) => set({ duration: value, pageIndex: 0 }),
    }),
  ]
  if (!ofOne)
    filters.splice(
      1,
      0,
      choiceFilter({
        id: 'resourceType',
        label: 'Resource Type',
        value: resourceType,
        values: ['canary', 'topology', 'config_scraper'] as const,
        labels: resourceTypes,
        onChange: (value) => set({ resourceType: value, pageIndex: 0 }),
      }),
    )
  return {
    list: {
      title: ofOne ? 'Job History' : 'Jobs History',
      things: 'runs',
      searchPlaceholder: ofOne ? 'Search by job' : 'Search by job or resource',
      search: runSearch,
      list: rows,
      values,
      set,
      sortColumns: runSortColumns,
      columns,
      rowId: ({ id }) => id,
      rowHref: (row) => (detailsOf(row).length === 0 ? undefined : href({ ...closed, run: row.id })),
      selectedId: run,
      filters,
      onClear: () => set(noFilters),
      empty: {
        title: range === undefined ? 'No runs yet' : 'No runs in this time range',
        icon: <History strokeWidth={1.5} />,
        text: 'Each run of a job is listed here for 30 days, with its errors and its log.',
      },
    },
    range: (
      <TimeRangePicker
        align="end"
        value={range}
        onChange={(chosen) => set({ ...writeTimeRange(chosen), pageIndex: 0 })}
      />
    ),
    dialog: (
      <Suspense>
        {(run ?? queued) !== undefined && (
          <RunDialog
            which={run === undefined ? { queueId: queued ?? '' } : { id: run }}
            part={details}
            onPart={(part) => set({ details: part })}
            onStarted={follow}
            onClose={() => set(closed)}
          />
        )}
      </Suspense>
    ),
    follow,
  }
}
