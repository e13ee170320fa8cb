import {
  activeFilters,
  Badge,
  buttonClass,
  type DataColumn,
  DataTable,
  doublePage,
  EmptyState,
  FilterBar,
  type FilterControl,
  type Href,
  Pagination,
  PlainLink,
  type Sort,
  useMediaQuery,
} from '@binnacle/ui'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageFrame } from './page-frame.tsx'
import type { SortColumns } from '../address/list.ts'
import type { ListSearch } from '../query/list-search.ts'
import { tableError } from '../pages/load-failure.tsx'
import { useLastPage } from '../address/use-last-page.ts'

/** URL parameters of a list. */
interface ListValues<Column extends string> {
  query: string
  sortBy: Column
  sortOrder: 'asc' | 'desc'
  /** Missing for a list that shows all rows at once. */
  pageIndex?: number
  pageSize?: number
}

/** The fields of a query that a list uses. */
interface ListQuery<Row> {
  /** `total` is the number of rows on all pages. */
  data: { rows: readonly Row[]; total: number } | undefined
  error: Error | null
  isPending: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** Props of a list. */
export interface ListProps<Row extends object, Column extends string> {
  title: string
  /** Plural as used in sentences: `health checks`. */
  things: string
  searchPlaceholder: string
  /** The query language of the search box. */
  search: ListSearch
  list: ListQuery<Row>
  values: ListValues<Column>
  set: (changes: Partial<ListValues<Column>>) => void
  sortColumns: SortColumns<Column>
  columns: readonly DataColumn<Row>[]
  rowId: (row: Row) => string
  /** Returns undefined for a row that cannot be opened. */
  rowHref: (row: Row) => Href | undefined
  /** Renders what stands at the end of a row, above its link. */
  renderRowActions?: (row: Row) => ReactNode
  /** Id of the row that is open in a dialog. */
  selectedId?: string | undefined
  filters?: readonly FilterControl[]
  /** Clears the search and the filters. */
  onClear: () => void
  /** Texts for a list without any rows. */
  empty: { title: string; icon: ReactNode; text: string; actions?: ReactNode }
  /** Controls beside the filters. They are cleared together with the filters. */
  tools?: { controls: ReactNode; active: boolean }
}

/** Props of a page with a list. */
export interface ListPageProps<Row extends object, Column extends string> extends ListProps<Row, Column> {
  /** Other actions of the page, before the button that adds a row. */
  actions?: ReactNode
  /** Button that adds a row; omit it for people who may not. */
  add?: { label: string; href: Href } | undefined
  /** Content above the search. */
  children?: ReactNode
}

/** Page with a list: header, search, filters, table and pages, in all their states. */
export function ListPage<Row extends object, Column extends string>(
  props: ListPageProps<Row, Column>,
): ReactNode {
  const { add, list } = props
  return (
    <PageFrame
      title={props.title}
      badge={list.data === undefined ? null : <Badge>{list.data.total}</Badge>}
      actions={
        <>
          {props.actions}
          {add !== undefined && (
            <PlainLink href={add.href} className={buttonClass({ variant: 'primary' })}>
              <Plus aria-hidden="true" className="size-3.5" />
              {add.label}
            </PlainLink>
          )}
        </>
      }
    >
      {props.children}
      <List {...props} fill />
    </PageFrame>
  )
}

/** What is searched, for the field of a phone, which has an icon for the rest: `Name or email`. */
function shortPlaceholder(placeholder: string): string {
  const what = placeholder.replace(/^Search by /, '')
  return what.charAt(0).toUpperCase() + what.slice(1)
}

/**
 * A list within a page: search, filters, table and pages, in all their states.
 * @param props.fill whether the table takes the remaining height
 */
export function List<Row extends object, Column extends string>(
  props: ListProps<Row, Column> & { fill?: boolean },
): ReactNode {
  const { title, things, list, values, set, filters = [], empty } = props
  const { query, sortBy, sortOrder, pageIndex, pageSize } = values
  const isNarrow = useMediaQuery('(width < 40rem)')
  const paged = pageIndex !== undefined && pageSize !== undefined
  const firstPage = paged ? { pageIndex: 0 } : {}
  const narrowed = query !== '' || activeFilters(filters).length > 0 || props.tools?.active === true

  function changeSort(sort: Sort | undefined): void {
    const column = props.sortColumns.find((candidate) => candidate === sort?.column)
    set({ sortBy: column ?? props.sortColumns[0], sortOrder: sort?.direction ?? 'asc', ...firstPage })
  }

  return (
    <>
      <FilterBar
        search={{
          value: query,
          onSearch: (text) => set({ query: text, ...firstPage }),
          label: `Search ${things}`,
          problemOf: props.search.problemOf,
          offersAt: props.search.offersAt,
          placeholder: isNarrow ? shortPlaceholder(props.searchPlaceholder) : props.searchPlaceholder,
        }}
        onClearAll={props.onClear}
        filters={filters}
      >
        {props.tools?.controls}
      </FilterBar>
      <DataTable
        label={title}
        fill={props.fill ?? false}
        columns={props.columns}
        rows={list.data?.rows ?? []}
        rowId={props.rowId}
        rowHref={props.rowHref}
        selectedId={props.selectedId}
        {...(props.renderRowActions !== undefined && { renderRowActions: props.renderRowActions })}
        sort={{ column: sortBy, direction: sortOrder }}
        onSortChange={changeSort}
        loading={list.isPending}
        refreshing={list.isPlaceholderData}
        error={tableError(list)}
        onEnd={() => {
          const doubled =
            paged && list.data !== undefined && !list.isPlaceholderData
              ? doublePage({ pageIndex, pageSize }, list.data.total)
              : undefined
          if (doubled !== undefined) set(doubled)
        }}
        onClearFilters={narrowed ? props.onClear : undefined}
        empty={
          <EmptyState title={empty.title} icon={empty.icon} actions={empty.actions}>
            {empty.text}
          </EmptyState>
        }
      />
      {paged && <Pages things={things} page={{ pageIndex, pageSize }} total={list.data?.total} set={set} />}
    </>
  )
}

function Pages(props: {
  things: string
  page: { pageIndex: number; pageSize: number }
  total: number | undefined
  set: (changes: { pageIndex: number; pageSize?: number }) => void
}): ReactNode {
  const { page, total, set } = props
  useLastPage(total, page, set)
  if (total === undefined || total === 0) return null
  return <Pagination label={`Pages of ${props.things}`} {...page} total={total} onChange={set} />
}
