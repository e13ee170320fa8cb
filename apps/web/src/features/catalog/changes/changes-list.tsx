import { changeSortColumns } from '@binnacle/contract/catalog'
import {
  DataTable,
  EmptyState,
  FilterBar,
  Pagination,
  readTimeRange,
  type Sort,
  TimeRangePicker,
  withTriState,
  writeTimeRange,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { useLastPage } from '../../../application/address/use-last-page.ts'
import { useHiddenColumns } from '../../../application/resource/saved-views/hidden-columns.ts'
import { SavedViews } from '../../../application/resource/saved-views/saved-views.tsx'
import { tableError } from '../../../application/pages/load-failure.tsx'
import { configNamesQuery } from '../config/queries.ts'
import { lookupQuery, pairsQuery } from '../list/queries.ts'
import { archivedPreference } from '../preference.ts'
import { type NamedPreference, Preferences } from '../preferences.tsx'
import { type ChangeCells, changeTableColumns } from './columns.tsx'
import { changeControls } from './controls.ts'
import { changeFilters, noChangeFilters, usualRange } from './filters.ts'
import { changesQuery, peopleQuery } from './queries.ts'
import { changeSearch } from './search.ts'

const ChangeDialog = lazy(async () => {
  const { ChangeDialog: component } = await import('./change-dialog.tsx')
  return { default: component }
})

const none: readonly never[] = []
/** Parameters that name the open row. */
const ofRow = ['change']
const nobody: ReadonlyMap<string, string> = new Map()
const nothing: ReadonlyMap<string, { name: string }> = new Map()

/**
 * A list of changes with its filters and the dialog of the open one.
 * @param props.configId the item on whose page it is; undefined on the page of all items
 * @param props.hidden preference of the page, shown with those of the list
 * @param props.tools controls beside the filters
 */
export function ChangesList(props: {
  configId?: string
  hideDeleted: boolean
  hidden?: NamedPreference
  tools?: ReactNode
}): ReactNode {
  const { configId, hideDeleted } = props
  const filters = useFilters(changeFilters)
  const { values, set, href } = filters
  const { timeRange, from, to, pageIndex, pageSize, change: open } = values
  const range = useMemo(() => readTimeRange({ timeRange, from, to }) ?? usualRange, [timeRange, from, to])
  const archived = archivedPreference(values.archived, (named) => set({ archived: named, pageIndex: 0 }))
  const showArchived = archived.value
  const list = useQuery(changesQuery(values, { range, configId, hideDeleted, showArchived }))
  const rows = list.data?.rows ?? none
  const total = list.data?.total
  useLastPage(total, { pageIndex, pageSize }, set)

  const authors = useMemo(
    () =>
      [
        ...new Set([
          ...rows.flatMap(({ created_by: id }) => (typeof id === 'string' ? [id] : [])),
          ...values.created_by.keys(),
        ]),
      ].toSorted(),
    [rows, values.created_by],
  )
  const people = useQuery(peopleQuery(authors)).data ?? nobody
  const configs = useQuery(configNamesQuery(values.id === undefined ? none : [values.id])).data ?? nothing
  const controls = changeControls(
    filters,
    {
      types: useQuery(lookupQuery('types')).data ?? none,
      changeTypes: useQuery(lookupQuery('changeTypes')).data ?? none,
      tags: useQuery(pairsQuery('tags')).data ?? none,
      people,
      configs,
    },
    configId !== undefined,
  )
  const columns = useMemo(() => {
    const add =
      (name: 'changeType' | 'summary' | 'tags' | 'source' | 'created_by' | 'external_created_by') =>
      (value: string, state: 1 | -1) =>
        set({ [name]: withTriState(values[name], value, state), pageIndex: 0 })
    const cells: ChangeCells = {
      onConfig: configId === undefined ? (id) => set({ id, pageIndex: 0 }) : undefined,
      onType: add('changeType'),
      onSummary: add('summary'),
      onTag: add('tags'),
      onSource: add('source'),
      onAuthor: (value, external, state) =>
        add(external ? 'external_created_by' : 'created_by')(value, state),
      people,
    }
    return changeTableColumns(cells)
  }, [values, set, configId, people])

  const hidden = useHiddenColumns(columns)

  function changeSort(sort: Sort | undefined): void {
    const column = changeSortColumns.find((candidate) => candidate === sort?.column)
    set({ sortBy: column ?? 'created_at', sortOrder: sort?.direction ?? 'desc', pageIndex: 0 })
  }

  const clear = () => set(noChangeFilters)
  const narrowed =
    values.query !== '' ||
    controls.some((control) =>
      control.kind === 'triState' ? control.value.size > 0 : control.value !== control.neutral,
    )
  const step = (by: 1 | -1): string | undefined => rows[rows.findIndex(({ id }) => id === open) + by]?.id

  return (
    <>
      <FilterBar
        search={{
          value: values.query,
          onSearch: (query) => set({ query, pageIndex: 0 }),
          label: 'Search changes',
          placeholder: 'Search by summary, type or item',
          ...changeSearch,
        }}
        filters={controls}
        onClearAll={clear}
      >
        <span className="flex flex-wrap items-center gap-2">
          {configId === undefined && <SavedViews list="catalog-changes" passing={ofRow} />}
          {props.tools}
          <Preferences
            label="Show archived"
            preference={archived}
            {...(props.hidden !== undefined && { more: [props.hidden] })}
          />
          <TimeRangePicker
            align="end"
            value={range}
            onChange={(chosen) => set({ ...writeTimeRange(chosen), pageIndex: 0 })}
          />
        </span>
      </FilterBar>
      <DataTable
        label="Changes"
        fill
        columns={columns}
        {...hidden}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => href({ change: id })}
        selectedId={open}
        sort={{ column: values.sortBy, direction: values.sortOrder }}
        onSortChange={changeSort}
        loading={list.isPending}
        refreshing={list.isPlaceholderData}
        error={tableError(list)}
        onClearFilters={narrowed ? clear : undefined}
        empty={
          <EmptyState title="No changelog found" icon={<GitCompareArrows strokeWidth={1.5} />}>
            Nothing changed in this time range.
          </EmptyState>
        }
      />
      {total !== undefined && total > 0 && (
        <Pagination
          label="Pages of changes"
          pageIndex={pageIndex}
          pageSize={pageSize}
          total={total}
          onChange={set}
        />
      )}
      <Suspense>
        {open !== undefined && (
          <ChangeDialog
            id={open}
            previous={step(-1)}
            next={step(1)}
            onStep={(id) => set({ change: id })}
            onClose={() => set({ change: undefined })}
          />
        )}
      </Suspense>
    </>
  )
}
