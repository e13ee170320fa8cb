import { analysisTypes, insightSortColumns, insightStatuses } from '@binnacle/contract/catalog'
import {
  activeFilters,
  ALL,
  AllGoodState,
  DataTable,
  FilterBar,
  type FilterControl,
  Pagination,
  type Sort,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { useLastPage } from '../../../application/address/use-last-page.ts'
import { useHiddenColumns } from '../../../application/resource/saved-views/hidden-columns.ts'
import { SavedViews } from '../../../application/resource/saved-views/saved-views.tsx'
import { tableError } from '../../../application/pages/load-failure.tsx'
import { choiceFilter } from '../../../application/resource/choice-filter.ts'
import { withChosen } from '../list/controls.ts'
import { lookupQuery } from '../list/queries.ts'
import { archivedPreference } from '../preference.ts'
import { Preferences } from '../preferences.tsx'
import { severityLabels } from '../severity-labels.ts'
import { insightColumns } from './columns.tsx'
import { insightFilters, noInsightFilters, offeredSeverities, statusLabels, typeLabels } from './filters.ts'
import { insightsQuery, searchOf } from './queries.ts'

const InsightDialog = lazy(async () => {
  const { InsightDialog: component } = await import('./insight-dialog.tsx')
  return { default: component }
})

const none: readonly never[] = []
/** Parameters that name the open row. */
const ofRow = ['insight']

/** A list of insights. @param props.configId the item whose insights are listed; undefined for all */
export function InsightsList({ configId }: { configId?: string }): ReactNode {
  const filters = useFilters(insightFilters)
  const { values, set, href } = filters
  const { insight: open, archived: named, ...wanted } = values
  const archived = archivedPreference(named, (text) => set({ archived: text, pageIndex: 0 }))
  const { pageIndex, pageSize } = values
  const list = useQuery(insightsQuery({ ...wanted, configId, showArchived: archived.value }))
  const total = list.data?.total
  useLastPage(total, { pageIndex, pageSize }, set)
  const types = useQuery(lookupQuery('types')).data ?? none
  const analyzers = useQuery(lookupQuery('analyzers')).data ?? none
  const columns = useMemo(() => insightColumns(configId !== undefined), [configId])
  const hidden = useHiddenColumns(columns)
  const choice = (
    id: 'configType' | 'analyzer' | 'component',
    label: string,
    offered: readonly string[],
  ): FilterControl => {
    const value = values[id]
    return {
      kind: 'choice',
      id,
      label,
      value: value ?? ALL,
      neutral: ALL,
      options: [{ value: ALL, label: 'All' }, ...withChosen(offered, value === undefined ? [] : [value])],
      onChange: (text) => set({ [id]: text === ALL ? undefined : text, pageIndex: 0 }),
    }
  }
  const controls: readonly FilterControl[] = [
    ...(configId === undefined ? [choice('configType', 'Config Type', types)] : []),
    choiceFilter({
      id: 'type',
      label: 'Type',
      value: values.type,
      values: analysisTypes,
      labels: typeLabels,
      onChange: (type) => set({ type, pageIndex: 0 }),
    }),
    choiceFilter({
      id: 'severity',
      label: 'Severity',
      value: values.severity,
      values: offeredSeverities(values.severity),
      labels: severityLabels,
      onChange: (severity) => set({ severity, pageIndex: 0 }),
    }),
    choiceFilter({
      id: 'status',
      label: 'Status',
      value: values.status,
      values: insightStatuses,
      labels: statusLabels,
      onChange: (status) => set({ status, pageIndex: 0 }),
    }),
    choice('analyzer', 'Analyzer', analyzers),
    // Components are chosen on their own pages, which link here.
    ...(values.component === undefined ? [] : [choice('component', 'Component', none)]),
  ]
  const clear = () => set(noInsightFilters)

  function changeSort(sort: Sort | undefined): void {
    const column = insightSortColumns.find((candidate) => candidate === sort?.column)
    set({ sortBy: column ?? 'first_observed', sortOrder: sort?.direction ?? 'desc', pageIndex: 0 })
  }

  return (
    <>
      <FilterBar
        search={{
          value: values.query,
          onSearch: (query) => set({ query, pageIndex: 0 }),
          label: 'Search insights',
          placeholder: 'Search by summary, analyzer or item',
          ...searchOf(values),
        }}
        filters={controls}
        onClearAll={clear}
      >
        {configId === undefined && <Preferences label="Show archived" preference={archived} />}
        {configId === undefined && <SavedViews list="catalog-insights" passing={ofRow} />}
      </FilterBar>
      <DataTable
        label="Insights"
        fill
        columns={columns}
        {...hidden}
        rows={list.data?.rows ?? none}
        rowId={({ id }) => id}
        rowHref={({ id }) => href({ insight: id })}
        selectedId={open}
        sort={{ column: values.sortBy, direction: values.sortOrder }}
        onSortChange={changeSort}
        loading={list.isPending}
        refreshing={list.isPlaceholderData}
        error={tableError(list)}
        onClearFilters={values.query !== '' || activeFilters(controls).length > 0 ? clear : undefined}
        empty={<AllGoodState title="No insights">Analyzers found nothing to improve.</AllGoodState>}
      />
      {total !== undefined && total > 0 && (
        <Pagination
          label="Pages of insights"
          pageIndex={pageIndex}
          pageSize={pageSize}
          total={total}
          onChange={set}
        />
      )}
      <Suspense>
        {open !== undefined && <InsightDialog id={open} onClose={() => set({ insight: undefined })} />}
      </Suspense>
    </>
  )
}
