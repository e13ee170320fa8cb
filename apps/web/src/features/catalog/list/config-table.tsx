import { itemColumns, itemSortColumns } from '@binnacle/contract/catalog'
import { filterValues } from '@binnacle/contract/core'
import { DataTable, EmptyState, IconButton, Notice, Pagination, type Sort, withTriState } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Boxes, Diff } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useLastPage } from '../../../application/address/use-last-page.ts'
import type { Filters } from '../../../application/address/use-filters.ts'
import { tableError } from '../../../application/pages/load-failure.tsx'
import { useHiddenColumns } from '../../../application/resource/saved-views/hidden-columns.ts'
import { comparisonHref, configHref } from '../paths.ts'
import type { ConfigRow } from '../rows.ts'
import { configColumns, type RowGroup } from './columns.tsx'
import { type CatalogValues, typeOf } from './filters.ts'
import { type ConfigListRequest, configListQuery } from './queries.ts'

/** The text by which a row is grouped: its type, or the value of a tag. */
function groupOf(row: ConfigRow, groupByProp: string): string {
  return groupByProp === 'type' ? row.type : (row.tags[groupByProp] ?? `No ${groupByProp}`)
}

/** What the list asks for. */
export function requestOf(
  values: CatalogValues,
  { hideDeleted, showArchived }: { hideDeleted: boolean; showArchived: boolean },
): ConfigListRequest {
  const { search, words, labels, owner, fields, sortBy, sortOrder, pageIndex, pageSize } = values
  const page = { sortBy, sortOrder, pageIndex, pageSize }
  const filters = { ...filterValues(itemColumns, values), configType: typeOf(values), labels, owner, fields }
  return { search, words, ...filters, ...page, deleted: !hideDeleted, archived: showArchived }
}

/** The items that a type or a search selects, in pages. */
export function ConfigTable(props: {
  filters: Filters<CatalogValues>
  hideDeleted: boolean
  showArchived: boolean
  onClear: () => void
  /** The item that waits for another one to be compared with. */
  compared: ConfigRow | undefined
  onCompared: (row: ConfigRow | undefined) => void
}): ReactNode {
  const { values, set } = props.filters
  const { compared, onCompared } = props
  const navigate = useNavigate()
  const { pageIndex, pageSize, labels, sortBy, sortOrder, groupByProp } = values
  const list = useQuery(configListQuery(requestOf(values, props)))
  const total = list.data?.total
  useLastPage(total, { pageIndex, pageSize }, set)
  const type = typeOf(values)
  const columns = useMemo(
    () =>
      configColumns({
        ofOneType: type !== undefined,
        withDeleted: !props.hideDeleted,
        onTag: (pair, state) => set({ labels: withTriState(labels, pair, state), pageIndex: 0 }),
      }),
    [type, props.hideDeleted, labels, set],
  )
  const hidden = useHiddenColumns(columns)
  const rows = list.data?.rows ?? []
  const groups: readonly RowGroup[] =
    groupByProp === undefined
      ? []
      : Array.from(
          Map.groupBy(rows, (row) => groupOf(row, groupByProp)),
          ([id, own]) => ({ id, count: own.length }),
        )

  function changeSort(sort: Sort | undefined): void {
    const column = itemSortColumns.find((candidate) => candidate === sort?.column)
    set({ sortBy: column ?? 'type', sortOrder: sort?.direction ?? 'asc', pageIndex: 0 })
  }

  function compare(row: ConfigRow): void {
    if (compared === undefined) onCompared(row)
    else if (compared.id === row.id) onCompared(undefined)
    else void navigate({ href: comparisonHref(compared.id, row.id) })
  }

  return (
    <>
      <DataTable<ConfigRow, RowGroup>
        label="Catalog"
        fill
        columns={columns}
        {...hidden}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => configHref(id)}
        renderRowActions={(row) => (
          <IconButton
            label={
              compared === undefined || compared.id === row.id
                ? `Compare ${row.name}`
                : `Compare ${compared.name} with ${row.name}`
            }
            size="small"
            aria-pressed={compared?.id === row.id}
            className="text-muted aria-pressed:text-accent-text"
            tooltipSide="left"
            icon={<Diff className="size-3.5" />}
            onClick={() => compare(row)}
          />
        )}
        sort={{ column: sortBy, direction: sortOrder }}
        onSortChange={changeSort}
        {...(groupByProp !== undefined && {
          grouping: {
            groups,
            groupId: ({ id }: RowGroup) => id,
            groupOf: (row: ConfigRow) => groupOf(row, groupByProp),
            groupName: ({ id, count }: RowGroup) => `${id} (${count} on this page)`,
            collapsed: () => false,
            onToggle: () => undefined,
          },
        })}
        loading={list.isPending}
        refreshing={list.isPlaceholderData}
        error={tableError(list)}
        onClearFilters={props.onClear}
        empty={
          <EmptyState title="Nothing here" icon={<Boxes strokeWidth={1.5} />}>
            The catalog has no such items.
          </EmptyState>
        }
      />
      {list.data?.more === true && (
        <Notice kind="information">
          {`More than ${list.data.total.toLocaleString('en')} items match. Only the first ${list.data.total.toLocaleString('en')} are listed.`}
        </Notice>
      )}
      {total !== undefined && total > 0 && (
        <Pagination
          label="Pages of the catalog"
          pageIndex={pageIndex}
          pageSize={pageSize}
          total={total}
          onChange={set}
        />
      )}
    </>
  )
}
